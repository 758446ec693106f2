import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import pg from 'pg'
import sql from 'sql-template-tag'
import { PROTECT } from '#server/data/migrate.ts'
import type { ImportState } from '#server/spreadsheets/job.ts'
import { openWorkbook } from '#server/spreadsheets/read.ts'
import { type SheetSpec, writeWorkbook } from '#server/spreadsheets/write.ts'
import { type Actor, type Answer, openSchool, type School } from './school.ts'

const FOLDER = join(import.meta.dirname, 'modules/roster')
export interface Roster extends School {
  officer: Actor
  /** Ids of squads by code; the keys are column names. */
  squads: Map<string, string>
}
/** A school with the test module `roster`, an officer, and squads `A1` … `A4` of band 甲 and 乙. */
export async function openRoster(): Promise<Roster> {
  const school = await openSchool([FOLDER])
  const client = new pg.Client({ connectionString: school.server.core.url })
  await client.connect()
  await client.query(readFileSync(join(FOLDER, 'tables.sql'), 'utf8'))
  await client.query(PROTECT)
  await client.end()
  const rows = await school.db.query<{
    id: string
    code: string
  }>(sql`insert into squad (tenant_id, code, name, band) select ${school.tenantId}::uuid, 'A' || n, '第' || n || '小队', case when n < 3 then '甲' else '乙' end
    from generate_series(1, 4) n returning id, code`)
  return { ...school, officer: await school.as({ roles: ['officer'], nickName: '李主任' }), squads: new Map(rows.map(r => [r.code, r.id])) }
}
/** An .xlsx of texts and numbers, header first. */
export const sheet = (header: readonly string[], rows: ReadonlyArray<ReadonlyArray<string | number | null>>, more: Partial<SheetSpec> = {}): Promise<Buffer> =>
  buffer(writeWorkbook({ name: 'Sheet1', columns: header.map(title => ({ title })), rows: [rows.map(r => [...r])], ...more }))

/** The rows of the first sheet of a file that somebody downloads. */
export async function rowsOfFile(school: School, who: Actor, fileId: string | null): Promise<unknown[][]> {
  const { raw } = await who.get('oss/oss/endpoint/download-file', { fileId: fileId ?? '' })
  const path = join(school.server.core.dataDir, `${fileId}.xlsx`)
  writeFileSync(path, raw)
  const book = await openWorkbook(path, 'x.xlsx')
  const rows: unknown[][] = []
  if (book.sheets[0]) for await (const batch of book.rows(book.sheets[0])) rows.push(...batch.map(row => Array.from(row.cells)))
  book.close()
  return rows
}
/** A multipart body with one file. */
export function form(file: Buffer, name: string, fields: Readonly<Record<string, string>> = {}): { body: Buffer; headers: Record<string, string> } {
  const line = '----qinglan-test'
  const texts = Object.entries(fields).map(([k, v]) => `--${line}\r\nContent-Disposition: form-data; name="${k}"\r\n\r\n${v}\r\n`)
  const head = `${texts.join('')}--${line}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`
  return { body: Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${line}--\r\n`)]), headers: { 'content-type': `multipart/form-data; boundary=${line}` } }
}
/** A picture of one pixel (PNG). */
export const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
export const upload = <T = Record<string, unknown>>(who: Actor, path: string, file: Buffer, name: string, fields: Readonly<Record<string, string>> = {}): Promise<Answer<T>> => {
  const { body, headers } = form(file, name, fields)
  return who.post<T>(path, body, headers)
}
export interface Job {
  id: string
  state: ImportState
  total: number
  ok: number
  bad: number
  toAdd: number
  toChange: number
  unchanged: number
  progress: number
  errors: Array<{ row: number; field: string | null; label: string | null; value: unknown; rule: string; msg: string }>
  errorFileId: string | null
  message: string | null
  undoUntil: string | null
}
const MOVING: readonly ImportState[] = ['validating', 'writing', 'undoing']
/** Waits until the job is no longer running. */
export async function settled(who: Actor, id: string): Promise<Job> {
  for (let i = 0; i < 1200; i++) {
    const { data, code, msg } = await who.get<Job>('sheet/importJob/getOne', { id })
    if (code !== 200) throw new Error(`importJob/getOne: ${code} ${msg}`)
    if (!MOVING.includes(data.state)) return data
    await new Promise(done => setTimeout(done, 100))
  }
  throw new Error('the import does not end')
}
/** Uploads rows and waits for the validation. */
export async function importSheet(who: Actor, entity: string, file: Buffer, fields: Readonly<Record<string, string>> = {}, name = '名册.xlsx'): Promise<Job> {
  const answer = await upload<{ jobId: string }>(who, `roster/${entity}/import`, file, name, fields)
  if (answer.code !== 200) throw new Error(`import: ${answer.code} ${answer.msg}`)
  return settled(who, answer.data.jobId)
}
export async function undo(who: Actor, job: Pick<Job, 'id'>): Promise<Job> {
  const answer = await who.post('sheet/importJob/undo', { id: job.id })
  if (answer.code !== 200) throw new Error(`undo: ${answer.code} ${answer.msg}`)
  return settled(who, job.id)
}
export async function commit(who: Actor, job: Pick<Job, 'id'>, more: Record<string, unknown> = {}): Promise<Job> {
  const answer = await who.post('sheet/importJob/commit', { id: job.id, ...more })
  if (answer.code !== 200) throw new Error(`commit: ${answer.code} ${answer.msg}`)
  return settled(who, job.id)
}
