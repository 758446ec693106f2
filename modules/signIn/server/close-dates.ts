import sql, { type Sql } from 'sql-template-tag'
import { schoolTimeText } from '#model/school-time.ts'
import { leaveSpans } from '#modules/leave/server/api.ts'
import { accountsOf } from '#modules/student/server/api.ts'
import type { Db } from '#server/context.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { SIGN_MESSAGES } from '../model/messages.ts'
import { signLine } from '../model/sign-line.ts'
import { signOccurrence } from '../model/sign-task.ts'
import { recount, tellSettled } from './counts.ts'
import { findFlags } from './find-flags.ts'
import { aboutOccurrence } from './labels.ts'
import { makeupUntil } from './occurrences.ts'
import { signTodos } from './sign-todos.ts'

interface Ended {
  id: string
  name: string
  opensAt: string
  closesAt: string
  makeupHours: number
  exempt: boolean
}
/** Planned occurrences are deleted with their task. */
export async function dropPlanned(db: Db, taskId: string): Promise<void> {
  await db.removeWhere(signOccurrence, { taskId, state: 'planned' }, { history: false })
}
/** Ends occurrences: those who have not signed become absent, or excused if on leave. A concurrent signature is decided by the row lock. */
export async function close(db: Db, which: Sql): Promise<number> {
  const closed = await db.updateWhere(signOccurrence, sql`o.state = 'open' and ${which}`, { state: 'closed', closedAt: sql`now()` }, { as: 'o', history: false })
  const ids = closed.map(o => o.id)
  if (!ids.length) return 0
  for (const one of await endedOf(db, ids)) await endLines(db, one)
  await signTodos.follow(
    db,
    ids.map(id => ({ id, state: 'absent' })),
  )
  await findFlags(db, ids)
  await recount(db, ids)
  await db.emitMany(
    'signIn.occurrenceClosed',
    ids.map(occurrenceId => ({ occurrenceId })),
  )
  return ids.length
}
const endedOf = (db: Db, ids: readonly string[]): Promise<Ended[]> =>
  db.query(sql`select o.id, t.name, o.opens_at as "opensAt", o.closes_at as "closesAt", coalesce(t.makeup_hours, 0) as "makeupHours", t.exempt
    from sign_occurrence o join sign_task t on t.tenant_id = o.tenant_id and t.id = o.task_id where o.tenant_id = ${db.me.tenantId} and o.id = any(${[...ids]}::uuid[])`)
export const closeAll = (db: Db, taskId: string): Promise<number> => close(db, sql`o.task_id = ${taskId}`)
export const closeDue = (db: Db, now = new Date()): Promise<number> => close(db, sql`o.closes_at <= ${now.toISOString()}`)

async function endLines(db: Db, ended: Ended): Promise<void> {
  const aways = ended.exempt ? await leaveSpans(db, { from: ended.opensAt, to: ended.closesAt }) : []
  const away = [...new Set(aways.map(a => a.studentId))]
  const isAway = sql`student_id = any(${away}::uuid[])`
  const end = { state: sql`case when ${isAway} then 'excused' else 'absent' end`, excuse: sql`case when ${isAway} then 'leave' end` }
  const done = await db.updateWhere(signLine, { occurrenceId: ended.id, state: 'pending' }, end, { returning: ['studentId', 'state'], history: false })
  const absent = await accountsOf(
    db,
    done.filter(l => l.state === 'absent').map(l => l.studentId),
  )
  const until = makeupUntil(ended)
  await notifyAbout(db, SIGN_MESSAGES.absent, aboutOccurrence, [{ row: ended, to: [...absent.values()], more: { until: until ? schoolTimeText(until) : '—' } }])
}
/** An occurrence is settled when the make-up period is over and no make-up is pending. */
export async function settleDue(db: Db, now = new Date()): Promise<number> {
  const isOver = sql`t.tenant_id = o.tenant_id and t.id = o.task_id and o.state = 'closed' and o.closes_at + make_interval(hours => coalesce(t.makeup_hours, 0)) <= ${now.toISOString()}
    and not exists (select from sign_makeup m join sign_line l on l.tenant_id = m.tenant_id and l.id = m.line_id where m.tenant_id = o.tenant_id and l.occurrence_id = o.id and m.state = 'pending')`
  const settled = await db.updateWhere(signOccurrence, isOver, { state: 'settled', settledAt: sql`now()` }, { as: 'o', from: sql`sign_task t`, history: false })
  await tellSettled(
    db,
    settled.map(s => s.id),
  )
  return settled.length
}
