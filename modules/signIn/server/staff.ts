import sql, { type Sql } from 'sql-template-tag'
import { mustAllow, type Row, refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { accountsOf } from '#modules/student/server/api.ts'
import { forgetMarks, lackingAccounts, takeReminders } from '#modules/workflow/server/api.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { moveDeadlines } from '#server/notifications/todos.ts'
import type { Patch } from '#server/row-types.ts'
import { clearFlags, closeOccurrence, excuseLines, remindPending, retimeOccurrence, signByStaff, voidLines } from '../model/actions.ts'
import { SIGN_MESSAGES } from '../model/messages.ts'
import { signLine } from '../model/sign-line.ts'
import { signOccurrence } from '../model/sign-task.ts'
import { close } from './close-dates.ts'
import { recount } from './counts.ts'
import { aboutOccurrence, type Named, timesOf } from './labels.ts'
import { tellNights } from './nights.ts'
import { type Occurrence, occurrenceOf } from './occurrences.ts'
import { seen, stillPending } from './people.ts'
import { settingsOf } from './settings.ts'
import { followLines } from './sign-todos.ts'

type Touched = Pick<Row<typeof signLine>, 'occurrenceId' | 'studentId' | 'state'> & { id: string }
/** Updates the selected lines in a permitted state in one statement; refuses if one lies outside the caller's scope. */
async function change(ctx: Ctx, ids: readonly string[], set: Patch<typeof signLine>, which: Sql, why: string, action: Parameters<typeof refusalOf>[0]): Promise<Touched[]> {
  const { db, me } = ctx
  const asked = [...new Set(ids)]
  const [{ visible } = { visible: 0 }] = await db.query<{ visible: number }>(sql`select count(*)::int as visible from ${seen(db, sql`v.id = any(${asked}::uuid[])`)} l`)
  if (visible < asked.length) throw refusalOf(action, 'notVisible', { asked: asked.length, missing: asked.length - visible })
  const touched = await db
    .sourced((why || translate('zh-cn', '老师点名')).slice(0, 60))
    .updateWhere(
      signLine,
      sql`l.id = any(${asked}::uuid[]) and o.tenant_id = l.tenant_id and o.id = l.occurrence_id and ${which}`,
      { ...set, changedBy: me.userId, reason: why || null },
      { as: 'l', from: sql`sign_occurrence o`, returning: ['occurrenceId', 'studentId', 'state'] },
    )
  if (!touched.length) throw refusalOf(action, 'none')
  await followLines(db, touched)
  await recount(db, [...new Set(touched.map(t => t.occurrenceId))])
  await tellNights(
    db,
    touched.map(t => t.id),
  )
  return touched
}
/** 20-SA11: staff sign for students present without a phone; after the end it counts as made up. */
const byStaff = handle(signByStaff, async (ctx, { ids, note }) => {
  const state = sql`case when o.state in ('closed', 'settled') then 'madeUp' when o.late_at < statement_timestamp() then 'late' else 'signed' end`
  const set = { state, signedAt: sql`coalesce(l.signed_at, statement_timestamp())`, way: 'staff' as const, excuse: null }
  const touched = await change(ctx, ids, set, sql`l.state in ('pending', 'absent', 'excused', 'voided') and o.opens_at <= statement_timestamp()`, note ?? '', signByStaff)
  return { count: touched.length }
})
/** 20-SA8: the publisher decides; the student is notified of the reason. */
const voided = handle(voidLines, async (ctx, { ids, reason }) => {
  const set = { state: 'voided' as const, flagState: sql`case when l.flag_state is not null then 'confirmed' end` }
  const touched = await change(ctx, ids, set, sql`l.state in ('signed', 'late', 'madeUp')`, reason, voidLines)
  for (const [occurrenceId, own] of Map.groupBy(touched, t => t.occurrenceId)) {
    const people = await accountsOf(
      ctx.db,
      own.map(t => t.studentId),
    )
    await notifyAbout(ctx.db, SIGN_MESSAGES.voided, aboutOccurrence, [{ row: await occurrenceOf(ctx.db, occurrenceId), to: [...people.values()], more: { reason } }])
  }
  return { count: touched.length }
})
const cleared = handle(clearFlags, async (ctx, { ids, reason }) => ({
  count: (await change(ctx, ids, { flagState: 'cleared' }, sql`l.flag_state = 'open'`, reason, clearFlags)).length,
}))
const excused = handle(excuseLines, async (ctx, { ids, reason }) => {
  const touched = await change(ctx, ids, { state: 'excused', excuse: 'staff' }, sql`l.state in ('pending', 'absent')`, reason, excuseLines)
  return { count: touched.length }
})
/** Rate limit: each student is reminded once in so many minutes, whoever sends it. */
const reminded = handle(remindPending, async ({ db, refuse }, { occurrenceId }) => {
  const of = await occurrenceOf(db, occurrenceId)
  if (of.state !== 'open') refuse('notOpen', { name: of.name })
  const { remindMinutes: minutes } = await settingsOf(db)
  const to = await takeReminders(db, remindPending, { taskId: occurrenceId, people: stillPending(db, occurrenceId, true), minutes })
  await notifyAbout(db, SIGN_MESSAGES.reminded, aboutOccurrence, [{ row: of, to }])
  return { told: to.length }
})
/** An occurrence whose task lies in the caller's scope. */
async function ownOccurrence(db: Db, id: string): Promise<Occurrence> {
  await db.visible(signOccurrence).lock(id)
  return occurrenceOf(db, id)
}
const closed = handle(closeOccurrence, async (ctx, { occurrenceId, reason }) => {
  const { db } = ctx
  const of = await ownOccurrence(db, occurrenceId)
  mustAllow(signOccurrence, of, 'close', of.name)
  await db.sourced(reason.slice(0, 60)).update(signOccurrence, occurrenceId, { closesAt: later(of.opensAt) })
  await close(db, sql`o.id = ${occurrenceId}`)
})
/** Now, but not before the opening. */
const later = (opensAt: string): string => new Date(Math.max(Date.now(), Date.parse(opensAt) + 1000)).toISOString()
const retimed = handle(retimeOccurrence, async (ctx, { occurrenceId, closesAt, lateAt, reason }) => {
  const { db, refuse } = ctx
  const of = await ownOccurrence(db, occurrenceId)
  mustAllow(signOccurrence, of, 'retime', of.name)
  const end = Date.parse(closesAt)
  if (end <= Math.max(Date.now(), Date.parse(of.opensAt))) refuse('past', { ...timesOf({ opensAt: of.opensAt, closesAt }) }, 'closesAt')
  if (end > Date.parse(of.endTime)) refuse('window', { closesAt: schoolTimeText(closesAt), endTime: schoolTimeText(of.endTime) }, 'closesAt')
  if (lateAt && (Date.parse(lateAt) <= Date.parse(of.opensAt) || Date.parse(lateAt) >= end)) refuse('late', {}, 'lateAt')
  await db.sourced(reason.slice(0, 60)).update(signOccurrence, occurrenceId, { closesAt, ...(lateAt === undefined ? {} : { lateAt }) })
  await forgetMarks(db, occurrenceId)
  const changed: Named = { ...of, closesAt }
  await moveDeadlines(db, [{ kind: 'task', bizType: signOccurrence.name, bizId: occurrenceId, dueAt: closesAt }])
  await notifyAbout(db, SIGN_MESSAGES.retimed, aboutOccurrence, [{ row: changed, to: await lackingAccounts(db, stillPending(db, occurrenceId)), more: { reason } }])
})
export default [byStaff, voided, cleared, excused, reminded, closed, retimed]
