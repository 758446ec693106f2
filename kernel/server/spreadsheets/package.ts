/** Indexes of the cell styles in `STYLE_XML`. */
export const STYLES = { plain: 0, header: 1, requiredHeader: 2, text: 3, quoted: 4, money: 5, footer: 6, example: 7, wrapped: 8 } as const

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1)

export const CONTENT_TYPES = (sheets: number): string =>
  `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/><Override PartName="/docProps/custom.xml" ContentType="application/vnd.openxmlformats-officedocument.custom-properties+xml"/>${range(
    sheets,
  )
    .map(i => `<Override PartName="/xl/worksheets/sheet${i}.xml" ContentType="${TYPE}.worksheet+xml"/>`)
    .join('')}</Types>`

export const PACKAGE_RELATIONS = `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${OFFICE}/relationships/officeDocument" Target="xl/workbook.xml"/><Relationship Id="rId2" Type="${OFFICE}/relationships/custom-properties" Target="docProps/custom.xml"/></Relationships>`

export const WORKBOOK_RELATIONS = (sheets: number): string =>
  `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${range(sheets)
    .map(i => `<Relationship Id="rId${i}" Type="${OFFICE}/relationships/worksheet" Target="worksheets/sheet${i}.xml"/>`)
    .join('')}<Relationship Id="rId${sheets + 1}" Type="${OFFICE}/relationships/styles" Target="styles.xml"/></Relationships>`

export const workbookXml = (sheets: ReadonlyArray<{ name: string; hidden: boolean }>): string =>
  `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}/relationships"><sheets>${sheets
    .map((s, i) => `<sheet name="${escapeXml(s.name)}" sheetId="${i + 1}"${s.hidden ? ' state="hidden"' : ''} r:id="rId${i + 1}"/>`)
    .join('')}</sheets></workbook>`

export const customProperties = (values: Readonly<Record<string, string>>): string =>
  `${XML}<Properties xmlns="${OFFICE}/custom-properties" xmlns:vt="${OFFICE}/docPropsVTypes">${Object.entries(values)
    .map(
      ([name, value], i) =>
        `<property fmtid="{D5CDD505-2E9C-101B-9397-08002B2CF9AE}" pid="${i + 2}" name="${escapeXml(name)}"><vt:lpwstr>${escapeXml(value)}</vt:lpwstr></property>`,
    )
    .join('')}</Properties>`

const FONTS = [
  '<sz val="11"/><name val="等线"/>',
  '<b/><sz val="11"/><name val="等线"/>',
  '<b/><sz val="11"/><color rgb="FFD4380D"/><name val="等线"/>',
  '<i/><sz val="11"/><color rgb="FF8C8C8C"/><name val="等线"/>',
]
const HEADER = 'fillId="2" borderId="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"><alignment horizontal="center" vertical="center" wrapText="1"/></xf>'
const THIN =
  '<left style="thin"><color rgb="FFD9D9D9"/></left><right style="thin"><color rgb="FFD9D9D9"/></right><top style="thin"><color rgb="FFD9D9D9"/></top><bottom style="thin"><color rgb="FFD9D9D9"/></bottom><diagonal/>'
const CELLS = [
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
  `<xf numFmtId="49" fontId="1" xfId="0" ${HEADER}`,
  `<xf numFmtId="49" fontId="2" xfId="0" ${HEADER}`,
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" quotePrefix="1"/>',
  '<xf numFmtId="2" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
  '<xf numFmtId="49" fontId="3" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>',
  '<xf numFmtId="49" fontId="3" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>',
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>',
]
export const STYLE_XML = `${XML}<styleSheet xmlns="${MAIN}"><fonts count="${FONTS.length}">${FONTS.map(f => `<font>${f}</font>`).join('')}</fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFF5F5F5"/><bgColor indexed="64"/></patternFill></fill></fills><borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border><border>${THIN}</border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${CELLS.length}">${CELLS.join('')}</cellXfs></styleSheet>`

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters XML cannot hold
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
const SPECIAL: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escapeXml = (text: string): string =>
  text
    .replace(NOT_XML, '')
    .replace(/[&<>"]/g, c => SPECIAL[c] as string)
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
