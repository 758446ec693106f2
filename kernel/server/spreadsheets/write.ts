import { type PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { CONTENT_TYPES, customProperties, escapeXml, PACKAGE_RELATIONS, STYLE_XML, STYLES, WORKBOOK_RELATIONS, workbookXml } from './package.ts'

export type Value = string | number | boolean | null | undefined
export interface SheetColumn {
  title: string
  /** Merged group headers above it, outermost first. */
  groups?: readonly string[]
  kind?: 'text' | 'number' | 'money'
  width?: number
  /** Red header. */
  required?: boolean
  /** Input hint of the column's cells. */
  note?: string
  /** Drop-down values. */
  choices?: readonly string[]
}
export interface SheetSpec {
  name: string
  columns: readonly SheetColumn[]
  rows: AsyncIterable<readonly Value[][]> | Iterable<readonly Value[][]>
  /** Last row, given the number of rows: who exported them, and when. */
  footer?: (rows: number) => string
  /** Grey sample row below the header. */
  example?: readonly Value[]
  /** Lines of explanation, on a second sheet. */
  notes?: readonly (readonly string[])[]
  properties?: Readonly<Record<string, string>>
}
const OPTIONS_SHEET = '选项'
const NOTES_SHEET = '填写说明'
const LAST_ROW = 100_001

/** Streams an .xlsx while rows arrive; memory use does not grow with them. */
export function writeWorkbook(spec: SheetSpec): Readable {
  const zip = new ZipFile()
  const sheets = [
    { name: spec.name.replace(/[\\/?*[\]:']/g, ' ').slice(0, 31), hidden: false, lines: mainSheet(spec) },
    ...(spec.notes ? [{ name: NOTES_SHEET, hidden: false, lines: plainSheet(spec.notes, [30, 12, 80]) }] : []),
    ...(spec.columns.some(c => c.choices?.length) ? [{ name: OPTIONS_SHEET, hidden: true, lines: plainSheet(transposed(spec.columns), []) }] : []),
  ]
  const small: Array<[string, string]> = [
    ['[Content_Types].xml', CONTENT_TYPES(sheets.length)],
    ['_rels/.rels', PACKAGE_RELATIONS],
    ['docProps/custom.xml', customProperties(spec.properties ?? {})],
    ['xl/workbook.xml', workbookXml(sheets)],
    ['xl/_rels/workbook.xml.rels', WORKBOOK_RELATIONS(sheets.length)],
    ['xl/styles.xml', STYLE_XML],
  ]
  for (const [part, xml] of small) zip.addBuffer(Buffer.from(xml), part)
  const sources = sheets.map(sheet => Readable.from(sheet.lines, { objectMode: false, encoding: 'utf8' }))
  sources.forEach((source, i) => {
    zip.addReadStreamLazy(`xl/worksheets/sheet${i + 1}.xml`, { compressionLevel: 3 }, send => send(null, source))
  })
  zip.end()
  const out = zip.outputStream as PassThrough
  zip.on('error', (error: Error) => out.destroy(error))
  // propagate errors of the row source, otherwise the stream would never end
  for (const source of sources) source.on('error', error => out.destroy(error))
  // Stop the query when the client disconnects.
  out.on('close', () => {
    for (const source of sources) source.destroy()
  })
  return out
}

async function* mainSheet(spec: SheetSpec): AsyncGenerator<string> {
  const depth = Math.max(1, ...spec.columns.map(c => (c.groups?.length ?? 0) + 1))
  yield `${SHEET_HEAD}<sheetViews><sheetView workbookViewId="0"><pane ySplit="${depth}" topLeftCell="A${depth + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`
  yield `<cols>${spec.columns.map((c, i) => `<col min="${i + 1}" max="${i + 1}" width="${c.width ?? widthOf(c)}" style="${columnStyle(c)}" customWidth="1"/>`).join('')}</cols><sheetData>`
  const merges: string[] = []
  yield headerRows(spec.columns, depth, merges)
  let line = depth
  if (spec.example) yield rowXml(++line, spec.example, () => STYLES.example)
  const styles = spec.columns.map(columnStyle)
  let count = 0
  for await (const batch of spec.rows) {
    let xml = ''
    for (const [i, row] of batch.entries()) {
      xml += rowXml(++line, row, column => styles[column] ?? 0)
      if (i % SLICE !== SLICE - 1) continue
      yield xml
      xml = ''
      // Yield to other requests between slices.
      await new Promise(setImmediate)
    }
    count += batch.length
    if (xml) yield xml
  }
  if (spec.footer) yield rowXml(++line, [spec.footer(count)], () => STYLES.footer)
  yield `</sheetData>${merges.length ? `<mergeCells count="${merges.length}">${merges.map(m => `<mergeCell ref="${m}"/>`).join('')}</mergeCells>` : ''}${validations(spec.columns, depth)}</worksheet>`
}
const SLICE = 200
const SHEET_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
const widthOf = (c: SheetColumn): number => Math.min(40, Math.max(10, [...c.title].length * 2.2 + 4))
const columnStyle = (c: SheetColumn): number => (c.kind === 'money' ? STYLES.money : c.kind === 'number' ? 0 : STYLES.text)

/** Header rows: equal neighbouring groups are merged horizontally, a title vertically over the rows below it. */
function headerRows(columns: readonly SheetColumn[], depth: number, merges: string[]): string {
  const at = (c: SheetColumn, level: number): string => c.groups?.[level] ?? (level === (c.groups?.length ?? 0) ? c.title : '')
  let xml = ''
  for (let level = 0; level < depth; level++) {
    xml += rowXml(
      level + 1,
      columns.map(c => at(c, level)),
      i => (columns[i]?.required ? STYLES.requiredHeader : STYLES.header),
    )
  }
  for (let level = 0; level < depth - 1; level++) {
    for (let from = 0; from < columns.length; from++) {
      const path = columns[from]?.groups?.slice(0, level + 1).join('\n')
      if (!columns[from]?.groups?.[level]) continue
      let to = from
      while (to + 1 < columns.length && columns[to + 1]?.groups?.slice(0, level + 1).join('\n') === path) to++
      if (to > from) merges.push(`${letters(from)}${level + 1}:${letters(to)}${level + 1}`)
      from = to
    }
  }
  for (const [i, c] of columns.entries()) {
    const level = (c.groups?.length ?? 0) + 1
    if (level < depth) merges.push(`${letters(i)}${level}:${letters(i)}${depth}`)
  }
  return xml
}
function validations(columns: readonly SheetColumn[], depth: number): string {
  let option = 0
  const found = columns.flatMap((c, i) => {
    const list = c.choices?.length ? letters(option++) : ''
    if (!list && !c.note) return []
    const cells = `sqref="${letters(i)}${depth + 1}:${letters(i)}${LAST_ROW}"`
    const note = c.note ? ` showInputMessage="1" promptTitle="${escapeXml(c.title.slice(0, 30))}" prompt="${escapeXml(c.note.slice(0, 250))}"` : ''
    return list
      ? [
          `<dataValidation type="list" allowBlank="1" showErrorMessage="1"${note} ${cells}><formula1>'${OPTIONS_SHEET}'!$${list}$1:$${list}$${c.choices?.length}</formula1></dataValidation>`,
        ]
      : [`<dataValidation allowBlank="1"${note} ${cells}/>`]
  })
  return found.length ? `<dataValidations count="${found.length}">${found.join('')}</dataValidations>` : ''
}
function* plainSheet(lines: readonly (readonly string[])[], widths: readonly number[]): Generator<string> {
  yield SHEET_HEAD
  if (widths.length) yield `<cols>${widths.map((w, i) => `<col min="${i + 1}" max="${i + 1}" width="${w}" customWidth="1"/>`).join('')}</cols>`
  yield `<sheetData>${lines.map((line, i) => rowXml(i + 1, line, () => STYLES.wrapped)).join('')}</sheetData></worksheet>`
}
function transposed(columns: readonly SheetColumn[]): string[][] {
  const lists = columns.flatMap(c => (c.choices?.length ? [c.choices] : []))
  const longest = Math.max(...lists.map(l => l.length))
  return Array.from({ length: longest }, (_, i) => lists.map(l => l[i] ?? ''))
}

const letterCache: string[] = []
/** Column letters: 27 → `AB`. */
export function letters(column: number): string {
  const known = letterCache[column]
  if (known) return known
  const made = (column >= 26 ? letters(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26))
  letterCache[column] = made
  return made
}
function rowXml(line: number, values: readonly Value[], style: (column: number) => number): string {
  let xml = `<row r="${line}">`
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    if (value === null || value === undefined || value === '') continue
    xml += typeof value === 'number' && Number.isFinite(value) ? `<c r="${letters(i)}${line}" s="${style(i)}"><v>${value}</v></c>` : textCell(i, line, String(value), style(i))
  }
  return `${xml}</row>`
}
/** Text that could be taken for a formula gets the quotePrefix style, so that it stays text even after editing. */
function textCell(column: number, line: number, text: string, style: number): string {
  const shown = FORMULA_LIKE.test(text) ? STYLES.quoted : style
  return `<c r="${letters(column)}${line}" s="${shown}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`
}
const FORMULA_LIKE = /^[=+\-@\t\r]/
