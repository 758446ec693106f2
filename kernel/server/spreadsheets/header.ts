import { type Entity, Refusal } from '#model'
import { type Expected, type HeaderMatch, type ImportColumn, matchHeader, naturalKey, templateVersion, VERSION_PROPERTY } from './columns.ts'
import type { Cell, SheetRow, Workbook } from './read.ts'
import { sheetRefusal } from './texts.ts'
import type { SheetPart } from './workbook.ts'

/** Position of the data in a workbook. */
export interface LocatedHeader extends HeaderMatch {
  sheet: SheetPart
  /** Line number of the header. */
  headerRow: number
  /** Number of non-empty rows up to the header. */
  above: number
  header: Array<string | undefined>
}
const LOOKED_AT = 8

/** Finds the first visible sheet with our header; refuses with all header errors at once. */
export async function findHeader(book: Workbook, e: Entity, wanted: Expected): Promise<LocatedHeader> {
  refuseOtherTemplates(book, e, wanted.columns)
  const visible = book.sheets.filter(s => s.visible)
  if (!visible.length) throw sheetRefusal('noSheet')
  let firstLine = ''
  for (const sheet of visible) {
    const rows = await firstRows(book, sheet)
    firstLine ||= texts(rows[0]?.cells ?? [])
      .filter(Boolean)
      .join('、')
      .slice(0, 200)
    const best = bestHeader(e, wanted, rows)
    if (!best) continue
    if (best.issues.length) throw new Refusal(422, best.issues)
    return { ...best, sheet }
  }
  const named = wanted.columns.filter(c => c.required || naturalKey(e).includes(c.name)).map(c => c.label)
  throw sheetRefusal('noHeader', { wanted: named.join('”“'), found: firstLine || '—' })
}
function refuseOtherTemplates(book: Workbook, e: Entity, columns: readonly ImportColumn[]): void {
  const carried = book.properties.get(VERSION_PROPERTY)
  if (!carried || carried === templateVersion(e, columns)) return
  throw carried.startsWith(`${e.name}:`) ? sheetRefusal('oldTemplate') : sheetRefusal('otherTemplate', { entity: e.label })
}
async function firstRows(book: Workbook, sheet: SheetPart): Promise<SheetRow[]> {
  const rows: SheetRow[] = []
  for await (const batch of book.rows(sheet)) {
    rows.push(...batch)
    if (rows.length >= LOOKED_AT) break
  }
  return rows.slice(0, LOOKED_AT)
}
/** Best match for the header row. With grouped headers a title may be in a row above, in a cell merged downwards. */
function bestHeader(e: Entity, wanted: Expected, rows: readonly SheetRow[]): Omit<LocatedHeader, 'sheet'> | undefined {
  let best: (Omit<LocatedHeader, 'sheet'> & { score: number }) | undefined
  let above: Array<string | undefined> = []
  for (const [i, row] of rows.entries()) {
    const own = texts(row.cells)
    const header = Array.from({ length: Math.max(own.length, above.length) }, (_, at) => own[at] ?? above[at])
    above = header
    if (own.filter(Boolean).length < 1) continue
    const match = matchHeader(e, wanted, header)
    const mine = [...match.columns.keys()].filter(at => own[at]).length
    const score = match.columns.size * 2 - match.issues.length
    const isHeader = mine > 0 && match.columns.size * 2 >= header.filter(Boolean).length
    if (isHeader && (!best || score > best.score)) best = { ...match, headerRow: row.number, above: i + 1, header, score }
  }
  return best
}
const texts = (cells: ReadonlyArray<Cell | undefined>): Array<string | undefined> =>
  Array.from(cells, c => (typeof c === 'string' ? c.trim() || undefined : typeof c === 'number' ? String(c) : undefined))

/** Refuses merged cells in the data, which lose values when read; merged headers are harmless. */
export function refuseMerged(merges: readonly string[], headerRow: number): void {
  const inData = merges.find(range => Number(/(\d+)$/.exec(range)?.[1] ?? 0) > headerRow)
  if (inData) throw sheetRefusal('merged', { range: inData })
}
