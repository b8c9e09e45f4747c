"""The watch of written files detects writes elsewhere."""

import os

from tests.hostile.outside import Watch, listing


def test_writes_outside_allowed_folders_are_detected(tmp_path):
    data = tmp_path / "data"
    data.mkdir()
    before = listing(tmp_path, but=data)
    watch = Watch(data)
    watch.on = True
    (data / "paper.pdf").write_text("x")
    (data / "paper.pdf").read_text()
    assert watch.seen == []
    (data / ".." / "elsewhere").write_text("x")
    os.replace(tmp_path / "elsewhere", tmp_path / "moved")
    watch.on = False
    assert [seen.partition(" ")[0] for seen in watch.seen] == ["open", "os.rename", "os.rename"]
    assert listing(tmp_path, but=data).keys() - before.keys() == {str(tmp_path / "moved")}
