import { createWriteStream, openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { writeWorkbook } from '#server/spreadsheets/write.ts'
import { call, type Session } from './product.ts'

const POLL_MS = 50
export interface ImportJob {
  state: string
  message: string | null
}
/** Uploads a sheet that is written as soon as it is checked, and waits for the end of its job; the seconds begin with the upload. */
export async function importSheet(by: Session, address: string, file: string, mode: 'insert' | 'upsert'): Promise<ImportJob & { seconds: number }> {
  const form = new FormData()
  form.append('mode', mode)
  form.append('auto', 'true')
  form.append('file', await openAsBlob(file), basename(file))
  const began = performance.now()
  const { jobId } = await call<{ jobId: string }>(by, address, form)
  for (;;) {
    await pause(POLL_MS)
    const job = await call<ImportJob>(by, `/api/flySource-sheet/importJob/getOne?id=${jobId}`)
    if (['done', 'failed', 'invalid', 'cancelled'].includes(job.state)) return { ...job, seconds: (performance.now() - began) / 1000 }
  }
}
/** Writes a sheet with these titles. */
export const writeSheet = (file: string, titles: readonly string[], rows: Array<Array<string | number>>): Promise<void> =>
  pipeline(writeWorkbook({ name: '名单', columns: titles.map(title => ({ title })), rows: [rows] }), createWriteStream(file))
