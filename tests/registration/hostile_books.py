"""Workbooks that are small to send and large to read, of any size; and plain ones, written part by part."""

import io
import struct
import zipfile
from collections.abc import Mapping

MAIN_NAMESPACE = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
RELATIONS_NAMESPACE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE_NAMESPACE = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"'
HEADING_ROW = '<row r="1"><c r="A1" t="inlineStr"><is><t>Nom</t></is></c></row>'
PEOPLE_ROWS = HEADING_ROW + '<row r="2"><c r="A2" t="inlineStr"><is><t>Jean Roy</t></is></c></row>'
OFFICE_NAMESPACE = "urn:oasis:names:tc:opendocument:xmlns"
GLOBALS, WORKSHEET = 0x0005, 0x0010
SECTOR_SIZE, SHORTEST_STREAM = 512, 4096
FREE_SECTOR, LAST_SECTOR, FAT_SECTOR = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD


def zipped(parts: Mapping[str, str | bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as whole:
        for name, content in parts.items():
            whole.writestr(name, content)
    return out.getvalue()


def excel(
    rows: str = PEOPLE_ROWS,
    *,
    strings: str = "",
    styles: str = "",
    names: tuple[str, ...] = ("Feuille",),
    after: str = "",
    method: int = zipfile.ZIP_DEFLATED,
) -> bytes:
    """Return an .xlsx from the XML of its rows, strings and styles; each of `names` is the same sheet."""
    listed = "".join(
        f'<sheet name="{name}" sheetId="{at}" r:id="s"/>' for at, name in enumerate(names, start=1)
    )
    kinds = {"s": ("worksheet", "sheet"), "t": ("sharedStrings", "strings"), "y": ("styles", "styles")}
    related = "".join(
        f'<Relationship Id="{key}" Type="{RELATIONS_NAMESPACE}/{kind}" Target="{part}.xml"/>'
        for key, (kind, part) in kinds.items()
    )
    first = f'<Relationship Id="w" Type="{RELATIONS_NAMESPACE}/officeDocument" Target="xl/workbook.xml"/>'
    types = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    overrides = "".join(
        f'<Override PartName="/xl/{part}.xml" ContentType="{types}.{kind}+xml"/>'
        for part, kind in [
            ("workbook", "sheet.main"),
            ("sheet", "worksheet"),
            ("strings", "sharedStrings"),
            ("styles", "styles"),
        ]
    )
    return zipped(
        {
            "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
            '<Default Extension="rels" '
            'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            f"{overrides}</Types>",
            "_rels/.rels": f"<Relationships {PACKAGE_NAMESPACE}>{first}</Relationships>",
            "xl/workbook.xml": f'<workbook {MAIN_NAMESPACE} xmlns:r="{RELATIONS_NAMESPACE}">'
            f"<sheets>{listed}</sheets></workbook>",
            "xl/_rels/workbook.xml.rels": f"<Relationships {PACKAGE_NAMESPACE}>{related}</Relationships>",
            "xl/sheet.xml": f"<worksheet {MAIN_NAMESPACE}><sheetData>{rows}</sheetData>{after}</worksheet>",
            "xl/strings.xml": f"<sst {MAIN_NAMESPACE}>{strings}</sst>",
            "xl/styles.xml": f"<styleSheet {MAIN_NAMESPACE}>{styles}</styleSheet>",
        },
        method,
    )


def libre_office(rows: str, name: str = "Feuille", *, is_hidden: bool = False) -> bytes:
    """Return an .ods with the XML of the rows of its only table."""
    display = "false" if is_hidden else "true"
    return zipped(
        {
            "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
            "content.xml": f'<o:document-content xmlns:o="{OFFICE_NAMESPACE}:office:1.0"'
            f' xmlns:t="{OFFICE_NAMESPACE}:table:1.0" xmlns:x="{OFFICE_NAMESPACE}:text:1.0"'
            f' xmlns:s="{OFFICE_NAMESPACE}:style:1.0"><o:automatic-styles>'
            f'<s:style s:name="ta1" s:family="table"><s:table-properties t:display="{display}"/></s:style>'
            f'</o:automatic-styles><o:body><o:spreadsheet><t:table t:name="{name}" t:style-name="ta1">{rows}'
            "</t:table></o:spreadsheet></o:body></o:document-content>",
        }
    )


def old_excel(
    rows: list[list[str | float]],
    *,
    code: str = "General",
    hidden: tuple[int, ...] = (),
    names: tuple[str, ...] = ("Feuille",),
) -> bytes:
    """Return an .xls; `code` is the number format of its cells, each of `names` is the same sheet."""
    style = [_record(0x41E, struct.pack("<HHB", 164, len(code), 0) + code.encode("latin-1"))]
    style += [_record(0x31, struct.pack("<HHHHHBBBBBB", 200, 0, 0, 400, 0, 0, 0, 0, 0, 1, 0) + b"A")] * 5
    style += [_record(0xE0, struct.pack("<HHH", 0, 164, 0) + bytes(14))]
    before = _begin(GLOBALS) + b"".join(style)
    length = len(before) + sum(12 + len(name) for name in names) + 4
    listed = b"".join(
        _record(0x85, struct.pack("<IBBBB", length, 0, 0, len(name), 0) + name.encode("latin-1"))
        for name in names
    )
    sheet = [_begin(WORKSHEET)]
    for at, row in enumerate(rows):
        height = 0x20 if at in hidden else 0
        sheet.append(_record(0x208, struct.pack("<HHHHHHI", at, 0, len(row), 255, 0, 0, height | 0x100)))
        sheet += [_old_cell(at, column, value) for column, value in enumerate(row)]
    return _compound(before + listed + _record(0x0A) + b"".join([*sheet, _record(0x0A)]))


def _record(kind: int, data: bytes = b"") -> bytes:
    return struct.pack("<HH", kind, len(data)) + data


def _begin(kind: int) -> bytes:
    return _record(0x809, struct.pack("<HHHHII", 0x600, kind, 0x0DBB, 1996, 0, 6))


def _old_cell(row: int, column: int, value: str | float) -> bytes:
    where = struct.pack("<HHH", row, column, 0)
    if isinstance(value, str):
        return _record(0x204, where + struct.pack("<HB", len(value), 0) + value.encode("latin-1"))
    return _record(0x203, where + struct.pack("<d", value))


def _compound(stream: bytes) -> bytes:
    """Return an OLE file with one stream."""
    stream = stream.ljust(SHORTEST_STREAM, b"\0")
    many = -(-len(stream) // SECTOR_SIZE)
    tables = -(-(many + 1 + many // 100 + 2) // (SECTOR_SIZE // 4))
    chain = [*([FAT_SECTOR] * tables), LAST_SECTOR, *range(tables + 2, tables + 1 + many), LAST_SECTOR]
    fat = struct.pack(f"<{len(chain)}I", *chain).ljust(tables * SECTOR_SIZE, b"\xff")
    header = struct.pack(
        "<8s16sHHHHH6xIIIIIIIII",
        *(bytes.fromhex("d0cf11e0a1b11ae1"), bytes(16), 0x3E, 3, 0xFFFE, 9, 6),
        *(0, tables, tables, 0, SHORTEST_STREAM, LAST_SECTOR, 0, LAST_SECTOR, 0),
    )
    header = header + struct.pack("<109I", *range(tables), *([FREE_SECTOR] * (109 - tables)))
    entries = _entry("Root Entry", 5, 1, LAST_SECTOR, 0) + _entry(
        "Workbook", 2, FREE_SECTOR, tables + 1, len(stream)
    )
    return header + fat + entries.ljust(SECTOR_SIZE, b"\0") + stream.ljust(many * SECTOR_SIZE, b"\0")


def _entry(name: str, kind: int, child: int, start: int, size: int) -> bytes:
    text = name.encode("utf-16-le")
    links = struct.pack("<HBBIII", len(text) + 2, kind, 1, FREE_SECTOR, FREE_SECTOR, child)
    return text.ljust(64, b"\0") + links + bytes(36) + struct.pack("<IQ", start, size)
