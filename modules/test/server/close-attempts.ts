import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { type SubmitWay, testAttempt } from '../model/attempt.ts'
import { markAttempts } from './mark-attempts.ts'
import { settingsOf } from './settings.ts'

const AT_ONCE = 200
/** Ends attempts that are still running and marks them; whoever saves at this moment has done so before or comes too late, by the lock of the row. */
export async function closeRunning(db: Db, which: Sql, way: SubmitWay): Promise<string[]> {
  const ended = await db.updateWhere(
    testAttempt,
    sql`t.state = 'running' and ${which}`,
    { state: 'submitted', submittedAt: sql`least(statement_timestamp(), t.deadline_at)`, submitWay: way },
    { history: false },
  )
  const ids = ended.map(a => a.id)
  for (let at = 0; at < ids.length; at += AT_ONCE) await markAttempts(db, ids.slice(at, at + AT_ONCE))
  return ids
}
/** 60-OT3: the server ends attempts once answers that were under way have had their time to arrive, whether or not the candidate is there. In portions, each whole. */
export async function closeDue(db: Db, now = new Date()): Promise<number> {
  const { graceSeconds } = await settingsOf(db)
  const due = sql`t.deadline_at + make_interval(secs => ${graceSeconds}::int) <= ${now.toISOString()}::timestamptz`
  let closed = 0
  for (;;) {
    const some = await db.query<{ id: string }>(
      sql`select t.id from test_attempt t where t.tenant_id = ${db.me.tenantId} and t.state = 'running' and ${due} order by t.deadline_at limit ${AT_ONCE}`,
    )
    if (!some.length) return closed
    closed += some.length
    await db.tx(tx => closeRunning(tx, sql`t.id = any(${some.map(a => a.id)}::uuid[])`, 'time'))
  }
}
