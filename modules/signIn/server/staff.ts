import sql, { type Sql } from 'sql-template-tag'
import { refusalOf } from '#model'
import { accountsOf } from '#modules/student/server/api.ts'
import { schoolTimeText } from '#modules/workflow/model/round.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { translate } from '#server/http/translate.ts'
import { closeTodos } from '#server/todos.ts'
import { clearFlags, closeOccurrence, excuseLines, remindPending, retimeOccurrence, signByStaff, voidLines } from '../model/actions.ts'
import { SIGN_MESSAGES } from '../model/messages.ts'
import { signLine } from '../model/sign-line.ts'
import { OCCURRENCE_STATES, signOccurrence } from '../model/sign-task.ts'
import { close } from './close-dates.ts'
import { recount } from './counts.ts'
import { type Changed, noteHistory } from './history.ts'
import { pendingAccounts } from './jobs.ts'
import { type Named, tellStudents, timesOf } from './labels.ts'
import { TODO } from './link.ts'
import { tellNights } from './nights.ts'
import { type Occurrence, occurrenceOf } from './occurrences.ts'
import { settingsOf } from './settings.ts'

interface Touched extends Changed {
  occurrenceId: string
  studentId: string
}
/** Writes the chosen lines that stand so that it may be done, all in one statement; refuses where one lies beyond the caller's scope. */
async function change(ctx: Ctx, ids: readonly string[], set: Sql, which: Sql, why: string, action: Parameters<typeof refusalOf>[0]): Promise<Touched[]> {
  const { db, me } = ctx
  const asked = [...new Set(ids)]
  const visible = await db.visible(signLine).count({ id: asked })
  if (visible < asked.length) throw refusalOf(action, 'notVisible', { asked: asked.length, missing: asked.length - visible })
  const touched = await db.query<Touched>(sql`with was as (select id, state from sign_line where tenant_id = ${me.tenantId} and id = any(${asked}::uuid[]) for update)
    update sign_line l set ${set}, changed_by = ${me.userId}::uuid, reason = ${why || null}, version = l.version + 1, updated_at = now(), updated_by = ${me.userId}::uuid from was, sign_occurrence o
    where l.tenant_id = ${me.tenantId} and l.id = was.id and o.tenant_id = l.tenant_id and o.id = l.occurrence_id and ${which}
    returning l.id, was.state as "from", l.state as "to", l.occurrence_id as "occurrenceId", l.student_id as "studentId"`)
  if (!touched.length) throw refusalOf(action, 'none')
  await noteHistory(db, touched, why || translate('zh-cn', '老师点名'))
  await recount(db, [...new Set(touched.map(t => t.occurrenceId))])
  await tellNights(
    db,
    touched.map(t => t.id),
  )
  return touched
}
async function done(db: Db, touched: readonly Touched[], result: string): Promise<void> {
  const people = await accountsOf(
    db,
    touched.map(t => t.studentId),
  )
  await closeTodos(db, { bizType: TODO, bizId: [...new Set(touched.map(t => t.occurrenceId))], userIds: [...people.values()] }, 'done', result)
}
/** 20-SA11: who is there without a phone is signed by list; after the end it counts as made up. */
const byStaff = handle(signByStaff, async (ctx, { ids, note }) => {
  const state = sql`case when o.state in ('closed', 'settled') then 'madeUp' when o.late_at < statement_timestamp() then 'late' else 'signed' end`
  const set = sql`state = ${state}, signed_at = coalesce(l.signed_at, statement_timestamp()), way = 'staff', excuse = null`
  const touched = await change(ctx, ids, set, sql`l.state in ('pending', 'absent', 'excused', 'voided') and o.opens_at <= statement_timestamp()`, note ?? '', signByStaff)
  await done(ctx.db, touched, '老师代签')
  return { count: touched.length }
})
/** 20-SA8: the publisher judges; who is not there after all hears why. */
const voided = handle(voidLines, async (ctx, { ids, reason }) => {
  const set = sql`state = 'voided', flag_state = case when l.flag_state is not null then 'confirmed' end`
  const touched = await change(ctx, ids, set, sql`l.state in ('signed', 'late', 'madeUp')`, reason, voidLines)
  for (const [occurrenceId, own] of Map.groupBy(touched, t => t.occurrenceId)) {
    const people = await accountsOf(
      ctx.db,
      own.map(t => t.studentId),
    )
    await tellStudents(ctx.db, SIGN_MESSAGES.voided, await occurrenceOf(ctx.db, occurrenceId), [...people.values()], { reason })
  }
  return { count: touched.length }
})
const cleared = handle(clearFlags, async (ctx, { ids, reason }) => ({
  count: (await change(ctx, ids, sql`flag_state = 'cleared'`, sql`l.flag_state = 'open'`, reason, clearFlags)).length,
}))
const excused = handle(excuseLines, async (ctx, { ids, reason }) => {
  const touched = await change(ctx, ids, sql`state = 'excused', excuse = 'staff'`, sql`l.state in ('pending', 'absent')`, reason, excuseLines)
  await done(ctx.db, touched, '免签')
  return { count: touched.length }
})
/** Each student once in so many minutes, whoever presses. */
const reminded = handle(remindPending, async ({ db, me, refuse }, { occurrenceId }) => {
  const of = await occurrenceOf(db, occurrenceId)
  if (of.state !== 'open') refuse('notOpen', { name: of.name })
  const { remindMinutes } = await settingsOf(db)
  const mine = sql`select id, reminded_at from ${db.visible(signLine).rows()} v where v.occurrence_id = ${occurrenceId} and v.state = 'pending'`
  const told = await db.query<{ studentId: string }>(sql`update sign_line l set reminded_at = now() from (${mine}) v where l.tenant_id = ${me.tenantId} and l.id = v.id
    and l.state = 'pending' and (l.reminded_at is null or l.reminded_at <= now() - make_interval(mins => ${remindMinutes}::int)) returning l.student_id as "studentId"`)
  if (!told.length) {
    const [last] = await db.query<{ at: string }>(sql`select max(reminded_at) as at from (${mine}) x having count(*) > 0`)
    if (!last) return refuse('nobody')
    refuse('soon', { minutes: remindMinutes, next: schoolTimeText(new Date(Date.parse(last.at) + remindMinutes * 60_000).toISOString()) })
  }
  const people = await accountsOf(
    db,
    told.map(t => t.studentId),
  )
  await tellStudents(db, SIGN_MESSAGES.reminded, of, [...people.values()])
  return { told: people.size }
})
/** A date of one's own; the caller's scope over tasks decides. */
async function ownOccurrence(db: Db, id: string): Promise<Occurrence> {
  await db.visible(signOccurrence).lock(id)
  return occurrenceOf(db, id)
}
const closed = handle(closeOccurrence, async (ctx, { occurrenceId, reason }) => {
  const { db, lang, refuse } = ctx
  const of = await ownOccurrence(db, occurrenceId)
  if (of.state !== 'open') refuse('notOpen', { name: of.name, state: translate(lang, OCCURRENCE_STATES[of.state]) })
  await db.sourced(reason.slice(0, 60)).update(signOccurrence, occurrenceId, { closesAt: later(of.opensAt) })
  await close(db, sql`o.id = ${occurrenceId}`)
})
/** Now, but never before it began. */
const later = (opensAt: string): string => new Date(Math.max(Date.now(), Date.parse(opensAt) + 1000)).toISOString()
const retimed = handle(retimeOccurrence, async (ctx, { occurrenceId, closesAt, lateAt, reason }) => {
  const { db, lang, refuse } = ctx
  const of = await ownOccurrence(db, occurrenceId)
  if (of.state !== 'open') refuse('notOpen', { name: of.name, state: translate(lang, OCCURRENCE_STATES[of.state]) })
  const end = Date.parse(closesAt)
  if (end <= Math.max(Date.now(), Date.parse(of.opensAt))) refuse('past', { ...timesOf({ opensAt: of.opensAt, closesAt }) }, 'closesAt')
  if (end > Date.parse(of.endTime)) refuse('window', { closesAt: schoolTimeText(closesAt), endTime: schoolTimeText(of.endTime) }, 'closesAt')
  if (lateAt && (Date.parse(lateAt) <= Date.parse(of.opensAt) || Date.parse(lateAt) >= end)) refuse('late', {}, 'lateAt')
  await db.sourced(reason.slice(0, 60)).update(signOccurrence, occurrenceId, { closesAt, reminded: null, ...(lateAt === undefined ? {} : { lateAt }) })
  const changed: Named = { ...of, closesAt }
  await db.query(
    sql`update todo set due_at = ${closesAt}, version = version + 1, updated_at = now() where tenant_id = ${db.me.tenantId} and biz_type = ${TODO} and biz_id = ${occurrenceId} and state = 'open'`,
  )
  await tellStudents(db, SIGN_MESSAGES.retimed, changed, await pendingAccounts(db, occurrenceId), { reason })
})
export default [byStaff, voided, cleared, excused, reminded, closed, retimed]
