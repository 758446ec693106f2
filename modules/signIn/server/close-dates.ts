import sql, { type Sql } from 'sql-template-tag'
import { leaveSpans } from '#modules/leave/server/api.ts'
import { schoolTimeText } from '#modules/workflow/model/round.ts'
import type { Db } from '#server/context.ts'
import { closeTodos } from '#server/todos.ts'
import { SIGN_MESSAGES } from '../model/messages.ts'
import { recount, tellSettled } from './counts.ts'
import { findFlags } from './find-flags.ts'
import { tellStudents } from './labels.ts'
import { TODO } from './link.ts'
import { makeupUntil } from './occurrences.ts'

interface Ended {
  id: string
  name: string
  opensAt: string
  closesAt: string
  makeupHours: number
  exempt: boolean
}
/** Dates that are not open yet go with their task. */
export async function dropPlanned(db: Db, taskId: string): Promise<void> {
  await db.query(sql`delete from sign_occurrence where tenant_id = ${db.me.tenantId} and task_id = ${taskId} and state = 'planned'`)
}
/** Ends dates: whoever has not signed is absent, or excused where a leave says so. A sign that comes at the same moment stands or not, by the row's own lock. */
export async function close(db: Db, which: Sql): Promise<number> {
  const ended = await db.query<Ended>(sql`update sign_occurrence o set state = 'closed', closed_at = now(), version = o.version + 1, updated_at = now() from sign_task t
    where o.tenant_id = ${db.me.tenantId} and t.tenant_id = o.tenant_id and t.id = o.task_id and o.state = 'open' and ${which}
    returning o.id, t.name, o.opens_at as "opensAt", o.closes_at as "closesAt", coalesce(t.makeup_hours, 0) as "makeupHours", t.exempt`)
  for (const one of ended) await endLines(db, one)
  const ids = ended.map(e => e.id)
  if (!ids.length) return 0
  await closeTodos(db, { bizType: TODO, bizId: ids }, 'cancelled', '已截止')
  await findFlags(db, ids)
  await recount(db, ids)
  return ids.length
}
export const closeAll = (db: Db, taskId: string): Promise<number> => close(db, sql`o.task_id = ${taskId}`)
export const closeDue = (db: Db, now = new Date()): Promise<number> => close(db, sql`o.closes_at <= ${now.toISOString()}`)

async function endLines(db: Db, ended: Ended): Promise<void> {
  const aways = ended.exempt ? await leaveSpans(db, { from: ended.opensAt, to: ended.closesAt }) : []
  const away = [...new Set(aways.map(a => a.studentId))]
  const absent = await db.query<{ id: string }>(sql`with done as (update sign_line set version = version + 1, updated_at = now(),
        state = case when student_id = any(${away}::uuid[]) then 'excused' else 'absent' end, excuse = case when student_id = any(${away}::uuid[]) then 'leave' end
      where tenant_id = ${db.me.tenantId} and occurrence_id = ${ended.id} and state = 'pending' returning student_id, state)
    select u.user_id as id from done join student_account u on u.tenant_id = ${db.me.tenantId} and u.student_id = done.student_id where done.state = 'absent'`)
  const until = makeupUntil(ended)
  await tellStudents(
    db,
    SIGN_MESSAGES.absent,
    ended,
    absent.map(a => a.id),
    { until: until ? schoolTimeText(until) : '—' },
  )
}
/** A date is settled once nobody can ask for a make-up any more and none waits for an answer. */
export async function settleDue(db: Db, now = new Date()): Promise<number> {
  const settled = await db.query<{
    id: string
  }>(sql`update sign_occurrence o set state = 'settled', settled_at = now(), version = o.version + 1, updated_at = now() from sign_task t
    where o.tenant_id = ${db.me.tenantId} and t.tenant_id = o.tenant_id and t.id = o.task_id and o.state = 'closed'
      and o.closes_at + make_interval(hours => coalesce(t.makeup_hours, 0)) <= ${now.toISOString()}
      and not exists (select from sign_makeup m join sign_line l on l.tenant_id = m.tenant_id and l.id = m.line_id
        where m.tenant_id = o.tenant_id and l.occurrence_id = o.id and m.state = 'pending') returning o.id`)
  await tellSettled(
    db,
    settled.map(s => s.id),
  )
  return settled.length
}
