import sql from 'sql-template-tag'
import { callOut } from '#server/base/outbound.ts'
import type { Db } from '#server/context.ts'
import { paramText } from '#server/data/stored-params.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { MOST_RECORDS } from '../model/intake.ts'
import { takeIn } from './ingest-passages.ts'
import { accessSettings } from './settings.ts'
import { signatureOf } from './signature.ts'

/** Batches per run; the rest follows in the next run. */
const MOST_CALLS = 60
const MOST_BYTES = 2_097_152
interface Portion {
  records: readonly unknown[]
  next: string | null
}
/**
 * 20-DA1: pulls new records from the school's own system in batches, each stored in one transaction with the cursor. Requests go through the outbound client, which
 * refuses internal addresses not allowed explicitly, and never run inside a transaction.
 */
export async function pullPassages(db: Db): Promise<number> {
  const { accessPullUrl: url, accessPullSecret: secret } = await accessSettings(db)
  if (!url) return 0
  let taken = 0
  for (let n = 0; n < MOST_CALLS; n++) {
    const cursor = await cursorOf(db)
    const portion = await ask(url, secret, cursor).catch(error => fail(db, error))
    if (portion.records.length) taken += (await keep(db, portion)).stored
    if (!portion.next || portion.next === cursor || !portion.records.length) break
  }
  return taken
}
const cursorOf = async (db: Db): Promise<string> =>
  (await db.query<{ cursor: string | null }>(sql`select cursor from access_pull where tenant_id = ${db.me.tenantId}`))[0]?.cursor ?? ''
async function ask(url: string, secret: string, cursor: string): Promise<Portion> {
  const timestamp = String(Date.now())
  const address = new URL(url)
  address.searchParams.set('since', cursor)
  const headers = { accept: 'application/json', 'x-timestamp': timestamp, 'x-signature': signatureOf(secret, timestamp, cursor) }
  const answer = await callOut(address.href, { headers, mostBytes: MOST_BYTES })
  if (answer.status !== 200) throw new Error(`the access system answered ${answer.status}`)
  const { records, next } = (JSON.parse(answer.body.toString('utf8')) ?? {}) as Partial<Portion>
  if (!Array.isArray(records) || records.length > MOST_RECORDS) throw new Error('the access system answered no list of at most 1,000 records')
  return { records, next: typeof next === 'string' ? next.slice(0, 200) : null }
}
const keep = (db: Db, { records, next }: Portion) =>
  db.tx(async tx => {
    const taken = await takeIn(tx, records, 'pull')
    await mark(tx, next, null)
    return taken
  })
/** Stores the error beside the cursor and fails the job. */
async function fail(db: Db, error: unknown): Promise<never> {
  await mark(db, null, (error as Error).message.slice(0, 300))
  throw error
}
const mark = (db: Db, cursor: string | null, fault: string | null): Promise<unknown> =>
  db.query(sql`insert into access_pull (tenant_id, cursor, at, error) values (${db.me.tenantId}, ${cursor}, now(), ${fault})
    on conflict (tenant_id) do update set cursor = coalesce(excluded.cursor, access_pull.cursor), at = now(), error = excluded.error`)
export default scheduledJob('dormitory.accessPull', '拉取通行记录', '*/5 * * * *', pullPassages, {
  isWhole: false,
  due: `select where ${paramText('dormitory', 'accessPullUrl', '')} <> ''`,
})
