import { parentPort, workerData } from 'node:worker_threads'
import { followProcess } from '../base/time-sync.ts'
import { watermarked } from '../files/watermark.ts'
import { type Cell, openWorkbook } from '../spreadsheets/read.ts'
import { dateText } from '../spreadsheets/values.ts'
import { type ArchiveLimits, openArchive } from '../spreadsheets/zip.ts'

/** What the thread is asked: to mark a PDF, to read the beginning of a workbook, to measure a document that a browser will unpack. */
export type PreviewOrder = { kind: 'mark'; pdf: Uint8Array; words: string } | { kind: 'sheets'; path: string; name: string } | { kind: 'measure'; path: string; name: string }
export type PreviewReply = { made: unknown } | { failed: string }
/** The beginning of one sheet, as words. */
export interface SheetPreview {
  name: string
  rows: string[][]
  isCut: boolean
}
const MOST = { sheets: 5, rows: 100, columns: 30, characters: 200 } as const
/** A sheet is left after its first rows; a document is unpacked whole by the browser, so it must be small. */
const SHEETS: ArchiveLimits = { parts: 1000, partMb: 200, totalMb: 400, ratio: 200 }
const DOCUMENT: ArchiveLimits = { parts: 1000, partMb: 20, totalMb: 50, ratio: 100 }

async function work(order: PreviewOrder): Promise<unknown> {
  if (order.kind === 'mark') return watermarked(order.pdf, order.words)
  return order.kind === 'sheets' ? sheets(order.path, order.name) : measure(order.path, order.name)
}
async function sheets(path: string, name: string): Promise<SheetPreview[]> {
  const book = await openWorkbook(path, name, SHEETS)
  const made: SheetPreview[] = []
  for (const sheet of book.sheets.filter(s => s.visible).slice(0, MOST.sheets)) {
    const rows: string[][] = []
    let isCut = false
    reading: for await (const portion of book.rows(sheet))
      for (const { cells } of portion) {
        isCut ||= rows.length >= MOST.rows || cells.length > MOST.columns
        if (rows.length >= MOST.rows) break reading
        rows.push(Array.from(cells.slice(0, MOST.columns), wordsOf))
      }
    made.push({ name: sheet.name, rows, isCut })
  }
  book.close()
  return made
}
function wordsOf(cell: Cell | undefined): string {
  if (cell === undefined) return ''
  if (typeof cell !== 'object') return String(cell).slice(0, MOST.characters)
  return 'serial' in cell ? (dateText(cell.serial) ?? String(cell.serial)) : cell.text
}
/** Inflates every part once: what the directory claims about sizes proves nothing. */
async function measure(path: string, name: string): Promise<true> {
  const archive = await openArchive(path, name, DOCUMENT)
  for (const part of archive.parts()) for await (const _chunk of await archive.stream(part));
  archive.close()
  return true
}
followProcess()
work(workerData as PreviewOrder).then(
  made => parentPort?.postMessage({ made } satisfies PreviewReply),
  (error: unknown) => parentPort?.postMessage({ failed: error instanceof Error ? error.message : String(error) } satisfies PreviewReply),
)
