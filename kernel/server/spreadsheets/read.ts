import type { Refusal } from '#model'
import { sheetRefusal } from './texts.ts'
import { parser, readWorkbook, type SheetPart, unescapeText, type WorkbookParts } from './workbook.ts'
import { type Archive, type ArchiveLimits, openArchive } from './zip.ts'

/** An Excel serial date: days since 1899-12-30. */
export interface Serial {
  serial: number
}
/** A cell without usable value: `#N/A`, or a formula that was never calculated. */
export interface Unusable {
  unusable: 'cellError' | 'noResult'
  text: string
}
export type Cell = string | number | boolean | Serial | Unusable
export interface SheetRow {
  number: number
  /** Indexed by column from 0, sparse. */
  cells: Array<Cell | undefined>
}
export interface Survey {
  /** Number of non-empty rows, header included. */
  rows: number
  merges: string[]
}
export interface Workbook {
  sheets: readonly SheetPart[]
  properties: ReadonlyMap<string, string>
  /** Fast scan without XML parsing: row count and merged ranges. */
  survey(sheet: SheetPart): Promise<Survey>
  /** Streams the rows in batches; memory use does not grow with the sheet. */
  rows(sheet: SheetPart): AsyncGenerator<SheetRow[]>
  close(): void
}
const MOST_COLUMNS = 500

/** Opens an .xlsx for streaming. Throws a `Refusal` for other formats and malicious archives. */
export async function openWorkbook(path: string, name: string, limits?: ArchiveLimits): Promise<Workbook> {
  const archive = await openArchive(path, name, limits)
  try {
    const parts = await readWorkbook(archive)
    return {
      sheets: parts.sheets,
      properties: parts.properties,
      survey: sheet => survey(archive, sheet),
      rows: sheet => rows(archive, parts, sheet),
      close: () => archive.close(),
    }
  } catch (error) {
    archive.close()
    throw error
  }
}

const MARKS = /<(?:\w+:)?(?:(row)|(v|t)|mergeCell\s[^>]*?ref="([^"]{1,40})")[\s>/]/g
async function survey(archive: Archive, sheet: SheetPart): Promise<Survey> {
  const found: Survey = { rows: 0, merges: [] }
  let rowOpen = false
  let rest = ''
  for await (const chunk of (await archive.stream(sheet.part)) as AsyncIterable<Buffer>) {
    const text = rest + chunk.toString('latin1')
    // Keep a tag cut at the chunk boundary for the next chunk.
    const cut = text.lastIndexOf('<')
    rest = cut >= 0 && text.length - cut < 200 ? text.slice(cut) : ''
    for (const mark of text.slice(0, text.length - rest.length).matchAll(MARKS)) {
      if (mark[1]) rowOpen = true
      else if (mark[3] && found.merges.length < 1000) found.merges.push(mark[3])
      else if (mark[2] && rowOpen) {
        found.rows++
        rowOpen = false
      }
    }
  }
  return found
}

async function* rows(archive: Archive, parts: WorkbookParts, sheet: SheetPart): AsyncGenerator<SheetRow[]> {
  let ready: SheetRow[] = []
  const sax = parser(sheetHandlers(parts, row => ready.push(row)))
  const decoder = new TextDecoder()
  const stream = await archive.stream(sheet.part)
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      sax.write(decoder.decode(chunk, { stream: true }))
      if (!ready.length) continue
      yield ready
      ready = []
    }
    sax.close()
    if (ready.length) yield ready
  } finally {
    stream.destroy()
  }
}

interface Open {
  column: number
  type: string
  style: number
  formula: boolean
  text: string
  valued: boolean
}
function sheetHandlers(parts: WorkbookParts, emit: (row: SheetRow) => void) {
  let row: SheetRow = { number: 0, cells: [] }
  let cell: Open | undefined
  let collecting = false
  let phonetic = false
  return {
    open(tag: string, a: Readonly<Record<string, string>>): void {
      if (tag === 'c') cell = { column: a.r ? columnIndex(a.r) : row.cells.length, type: a.t ?? 'n', style: Number(a.s ?? 0), formula: false, text: '', valued: false }
      else if (tag === 'v' || tag === 't') collecting = cell !== undefined && !phonetic
      else if (tag === 'row') row = { number: a.r ? Number(a.r) : row.number + 1, cells: [] }
      else if (tag === 'f' && cell) cell.formula = true
      else if (tag === 'rPh') phonetic = true
    },
    text(text: string): void {
      if (collecting && cell) cell.text += text
    },
    close(tag: string): void {
      if (tag === 'v' || tag === 't') {
        if (collecting && cell) cell.valued = true
        collecting = false
      } else if (tag === 'rPh') phonetic = false
      else if (tag === 'c' && cell) {
        if (cell.column >= MOST_COLUMNS && cell.text) throw tooWide(row.number, cell.column + 1)
        const value = cellValue(cell, parts)
        if (value !== undefined && value !== '') row.cells[cell.column] = value
        cell = undefined
      } else if (tag === 'row' && row.cells.length) emit(row)
    },
  }
}
const tooWide = (row: number, count: number): Refusal => sheetRefusal('tooManyColumns', { row, count, limit: MOST_COLUMNS })

/** Column index of a cell reference: `AB12` → 27. */
function columnIndex(reference: string): number {
  let index = 0
  for (let i = 0; i < reference.length; i++) {
    const code = reference.charCodeAt(i)
    if (code < 65 || code > 90) break
    index = index * 26 + code - 64
  }
  return index - 1
}
function cellValue(cell: Open, parts: WorkbookParts): Cell | undefined {
  const { type, text } = cell
  if (!cell.valued || (text === '' && type === 'n')) return cell.formula ? { unusable: 'noResult', text: '' } : undefined
  if (type === 's') return parts.strings[Number(text)] ?? ''
  if (type === 'inlineStr' || type === 'str') return unescapeText(text)
  if (type === 'b') return text === '1' || text === 'true'
  if (type === 'e') return { unusable: 'cellError', text }
  if (type === 'd') return text
  return numberValue(text, cell.style, parts)
}
function numberValue(text: string, style: number, parts: WorkbookParts): Cell | undefined {
  // Excel rounds to 15 digits, other programs write all 18: an unrounded number is kept as text.
  if (/^\d{16,}$/.test(text) && !text.endsWith('000')) return text
  const value = Number(text)
  if (Number.isNaN(value)) return text
  if (parts.formats.isDate(style)) return { serial: parts.date1904 ? value + 1462 : value }
  const zeros = parts.formats.padding(style)
  return zeros && Number.isInteger(value) ? String(value).padStart(zeros, '0') : value
}
