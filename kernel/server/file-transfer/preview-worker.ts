import { parentPort, workerData } from 'node:worker_threads'
import { dateText } from '#fields/date/sheet.ts'
import { followProcess } from '../base/time-sync.ts'
import { watermarked } from '../files/watermark.ts'
import { type Cell, openWorkbook } from '../spreadsheets/read.ts'
import { type ArchiveLimits, openArchive } from '../spreadsheets/zip.ts'

/** Tasks of the worker thread: watermark a PDF, read the first rows of a workbook, measure the unpacked size of a document. */
export type PreviewOrder = { kind: 'mark'; pdf: Uint8Array; words: string } | { kind: 'sheets'; path: string; name: string } | { kind: 'measure'; path: string; name: string }
export type PreviewReply = { made: unknown } | { failed: string }
/** First rows of a sheet, as text. */
export interface SheetPreview {
  name: string
  rows: string[][]
  isCut: boolean
}
const MOST = { sheets: 5, rows: 100, columns: 30, characters: 200 } as const
/** Limits for archives: sheets are read only partly; documents are unpacked whole by the browser and must be small. */
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
    reading: for await (const batch of book.rows(sheet))
      for (const { cells } of batch) {
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
/** Inflates every part once: declared sizes cannot be trusted. */
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
