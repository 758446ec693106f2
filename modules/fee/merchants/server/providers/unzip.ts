import { promisify } from 'node:util'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { StatementFault } from './adapter.ts'

/** What a statement may grow to; a day of the largest school is some megabytes. */
export const MOST_BYTES = 64 * 1_048_576
const MOST_FILES = 100
const fromBuffer = promisify<Buffer, yauzl.Options, ZipFile>(yauzl.fromBuffer)
export const isZip = (file: Buffer): boolean => file.subarray(0, 4).toString('hex') === '504b0304'
/** Files of a small zip by name; names and contents are bytes of whatever charset. Refuses what grows beyond 64 MB: a declared size is checked first, and while inflating held to. */
export async function unzip(zip: Buffer): Promise<Array<{ name: Buffer; content: Buffer }>> {
  try {
    return await filesIn(zip)
  } catch (fault) {
    throw fault instanceof StatementFault ? fault : new StatementFault((fault as Error).message, { cause: fault })
  }
}
async function filesIn(zip: Buffer): Promise<Array<{ name: Buffer; content: Buffer }>> {
  const opened = await fromBuffer(zip, { lazyEntries: false, decodeStrings: false, autoClose: false })
  if (opened.entryCount > MOST_FILES) throw new StatementFault('too many files')
  const entries = await new Promise<Entry[]>((done, failed) => {
    const found: Entry[] = []
    opened.on('entry', (entry: Entry) => found.push(entry))
    opened.on('end', () => done(found))
    opened.on('error', failed)
  })
  if (entries.reduce((sum, e) => sum + e.uncompressedSize, 0) > MOST_BYTES) throw new StatementFault('too large')
  const read = promisify<Entry, NodeJS.ReadableStream>(opened.openReadStream.bind(opened))
  const files = []
  for (const entry of entries) {
    const parts: Buffer[] = []
    for await (const part of await read(entry)) parts.push(part as Buffer)
    files.push({ name: entry.fileName as unknown as Buffer, content: Buffer.concat(parts) })
  }
  return files
}
/** Rows of a CSV by the titles of its head, the first line that has `column`. Values are trimmed of blanks, tabs and back quotes, with which providers guard long numbers. */
export function csvRows(text: string, column: string): Array<Record<string, string>> {
  const lines = csvLines(text)
  const at = lines.findIndex(cells => cells.includes(column))
  const head = lines[at] ?? []
  if (at < 0) return []
  return lines
    .slice(at + 1)
    .flatMap(cells => (cells.length >= head.length && !cells[0]?.startsWith('#') ? [Object.fromEntries(head.map((name, n) => [name, cells[n] ?? '']))] : []))
}
export const csvLines = (text: string): string[][] => text.split(/\r?\n/).map(cellsOf)
const cellsOf = (line: string): string[] => line.split(',').map(cell => cell.replace(/^[\s`"]+|[\s"]+$/g, ''))
