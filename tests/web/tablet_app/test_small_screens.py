"""On a small phone the foot of the page covers nothing that is tapped."""

import pytest

from tests.web.tablet_app.sentences import sentence

pytestmark = pytest.mark.django_db(transaction=True)

SMALL = ({"width": 320, "height": 640}, {"width": 360, "height": 560}, {"width": 640, "height": 360})
COVERED = """() => {
  const foot = document.querySelector("footer.bottom");
  const covered = [];
  for (const button of document.querySelectorAll("main button:not([hidden])")) {
    for (const end of ["nearest", "start"]) {
      button.scrollIntoView({ block: end, behavior: "instant" });
      const box = button.getBoundingClientRect();
      if (!box.width) continue;
      for (const y of [box.top + 2, box.bottom - 2])
        if (y >= 0 && y < innerHeight
            && foot.contains(document.elementFromPoint(box.left + box.width / 2, y)))
          covered.push(button.textContent.trim());
    }
  }
  scrollTo(0, 0);
  for (const button of document.querySelectorAll("main button:not([hidden])")) {
    const box = button.getBoundingClientRect(), bar = foot.getBoundingClientRect();
    if (box.width && box.bottom > bar.top + 1 && box.top < bar.bottom - 1)
      covered.push(button.textContent.trim());
  }
  return covered;
}"""


def test_footer_covers_no_buttons_on_small_screens(tournament, opened, hall, tablet):
    one = tablet()
    covered = []

    def look(step: str) -> None:
        for size in SMALL:
            one.page.set_viewport_size(size)
            if one.page.evaluate(COVERED):
                covered.append((step, size))

    one.open(f"{hall.url}/table/")
    one.key_by_id(hall.code(tournament, 1))
    look("code")
    one.tap(sentence("join"))
    one.title(sentence("who_sits_here"))
    look("who")
    one.tap(sentence("this_is_us"))
    look("winner")
    one.touch("won-0", "key-1", "key-0")
    look("keypad")
    assert covered == []
    one.touch("key-0", "accept")
    one.received()
    assert one.errors == []
