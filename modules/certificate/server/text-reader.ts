import { extensionPoint, type Registration } from '#server/base/extension-point.ts'
import { callOut } from '#server/base/outbound.ts'
import type { Db } from '#server/context.ts'
import { settingsOf } from './settings.ts'

interface Scan {
  /** Media type of the file. */
  type: string
  content: Buffer
}
/** Recognises the lines of text on a scan. Throws when it does not answer. */
interface TextReader extends Registration {
  kind: 'textReader'
  name: string
  /** Whether the school has set it up. */
  isSetUp(db: Db): Promise<boolean>
  read(db: Db, scan: Scan): Promise<string[]>
}
const textReaders = extensionPoint<TextReader>('textReader', { id: r => r.name })
/** Registers a way to recognise text on scans. */
export const textReader = (name: string, by: Pick<TextReader, 'isSetUp' | 'read'>): TextReader => textReaders.make({ name, ...by })

/** The first reader that the school has set up. */
export async function readerOf(db: Db): Promise<TextReader | undefined> {
  for (const reader of db.registered(textReaders)) if (await reader.isSetUp(db)) return reader
  return undefined
}
const TIMEOUT_MS = 20_000
const MOST_LINES = 400
const MOST_LENGTH = 300
/** The school's own service: POST of the picture or PDF, answered by `{ "lines": ["…"] }` from top to bottom. */
export default textReader('http', {
  isSetUp: async db => Boolean((await settingsOf(db)).scanUrl),
  async read(db, { type, content }) {
    const { scanUrl, scanKey } = await settingsOf(db)
    const headers = { 'content-type': type, ...(scanKey ? { authorization: `Bearer ${scanKey}` } : {}) }
    const answer = await callOut(scanUrl, { method: 'POST', headers, body: content, timeoutMs: TIMEOUT_MS })
    const { lines } = JSON.parse(answer.body.toString('utf8')) as { lines?: unknown }
    if (answer.status !== 200 || !Array.isArray(lines)) throw new Error(`the text recognition answered ${answer.status}`)
    return lines.slice(0, MOST_LINES).flatMap(line => (typeof line === 'string' ? [line.slice(0, MOST_LENGTH)] : []))
  },
})
