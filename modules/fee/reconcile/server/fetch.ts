import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { notAllowed, Refusal, refusalOf } from '#model'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { queueWorker } from '#server/jobs/queue-worker.ts'
import type { StatementRow } from '../../merchants/model/provider.ts'
import { adapterOf, merchantOf, ProviderDown, ProviderRefusal, StatementFault } from '../../merchants/server/api.ts'
import { fetchStatement } from '../model/actions.ts'
import { reconDay } from '../model/recon-day.ts'
import { type Day, matchDay, storeRows } from './match.ts'

const RETRY_MINUTES = 60
const AT_ONCE = 3
/** A worker that has died holds a day no longer than this. */
const HELD_SECONDS = 180
export const mustBePast = (bizDate: string): void => {
  if (bizDate >= today()) throw refusalOf(reconDay, 'future', { day: bizDate }, 'bizDate')
}
/** Asks the provider for a day's statement. Never inside a transaction. */
async function ask(db: Db, { merchantId, bizDate }: Day): Promise<{ rows: StatementRow[]; digest: string }> {
  const merchant = await merchantOf(db, merchantId)
  const rows = await adapterOf(merchant).statement(merchant, bizDate)
  return {
    rows,
    digest: createHash('sha256')
      .update(JSON.stringify([merchantId, bizDate, rows]))
      .digest('hex'),
  }
}
/** Stores the statement and says that it waits to be matched: whoever dies between the two has lost nothing. */
async function store(db: Db, day: Day, { rows, digest }: { rows: StatementRow[]; digest: string }): Promise<void> {
  await db.tx(async tx => {
    const { id } = await tx.unscoped(reconDay).lock(day.id, 'fetchStatement') // found by the clock, or in the caller's scope
    await storeRows(tx, id, rows)
    await tx.update(reconDay, id, { state: 'matching', source: 'fetched', digest, fetchedAt: new Date().toISOString(), fetchNote: null })
  })
}
const matchNow = (db: Db, id: string): Promise<Day> => db.tx(async tx => matchDay(tx, await tx.unscoped(reconDay).lock(id, 'match'))) // as above
const isFault = (fault: unknown): fault is Error => fault instanceof ProviderDown || fault instanceof ProviderRefusal || fault instanceof StatementFault

/** 40 §1: the statement of one day, fetched and matched. */
export async function fetchNow(db: Db, day: Day): Promise<Day> {
  if (day.state !== 'matching') await store(db, day, await ask(db, day))
  return matchNow(db, day.id)
}
/** Days whose statement is due, or that died before they were matched. Each is taken by one process. */
function claim(db: Db, now: number): Promise<Day[]> {
  return db.tx(async tx => {
    const rows = await tx.query<{ id: string }>(sql`select id from recon_day where tenant_id = ${tx.me.tenantId} and state in ('waiting', 'matching')
      and next_fetch_at <= ${new Date(now).toISOString()} order by next_fetch_at limit ${AT_ONCE} for update skip locked`)
    const ids = rows.map(r => r.id)
    const days = await tx.unscoped(reconDay).all({ id: ids }) // the clock works on all accounts
    await tx.updateWhere(reconDay, { id: ids }, { nextFetchAt: new Date(now + HELD_SECONDS * 1000).toISOString() }, { bookkeeping: true })
    return days
  })
}
/** Fetches what is due; a provider without an answer is asked again in an hour. */
export async function fetchDue(db: Db, now = Date.now()): Promise<boolean> {
  const days = await claim(db, now)
  const faults: unknown[] = []
  for (const day of days) {
    const fault = await fetchNow(db, day).then(
      () => null,
      (error: unknown) => error,
    )
    if (!fault) continue
    if (!isFault(fault) && !(fault instanceof Refusal)) faults.push(fault)
    const nextFetchAt = new Date(now + RETRY_MINUTES * 60_000).toISOString()
    await db.updateWhere(reconDay, sql`t.id = ${day.id} and t.state in ('waiting', 'matching')`, { nextFetchAt, fetchNote: (fault as Error).message.slice(0, 300) })
  }
  if (faults.length) throw faults[0]
  return days.length === AT_ONCE
}
export default [
  queueWorker('fee.statements', `select from recon_day where tenant_id = $1 and state in ('waiting', 'matching') and next_fetch_at <= now()`, db => fetchDue(db)),
  handle(fetchStatement, async ({ db, refuse }, { id }) => {
    const day = await db.visible(reconDay).one(id)
    if (day.state === 'closed') throw notAllowed(reconDay, day, 'fetchStatement')
    mustBePast(day.bizDate)
    const merchant = await merchantOf(db, day.merchantId)
    if (adapterOf(merchant).capabilities.statementAt === null) return refuse('noStatement', { merchant: merchant.name })
    try {
      const { state, diffCount } = await fetchNow(db, day)
      return { state, diffCount }
    } catch (fault) {
      if (isFault(fault)) return refuse('providerDown', { merchant: merchant.name, why: fault.message.slice(0, 200) })
      throw fault
    }
  }),
]
