import sql from 'sql-template-tag'
import { notAllowed, refusalOf } from '#model'
import { monthOf } from '#modules/campus/model/days.ts'
import { ownStudentId, studentOf } from '#modules/student/server/api.ts'
import { officersOf } from '#modules/workflow/server/api.ts'
import { compute, type Db, handle, rules } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { ownRows } from '#server/records/own-rows.ts'
import { engagement } from '../../posts/model/engagement.ts'
import { ownEngagements } from '../../posts/server/api.ts'
import { approveHours, confirmHours, disputeHours, enterHours, enterOwnHours, settleDispute, tickWeek } from '../model/actions.ts'
import { hourEntry } from '../model/hour-entry.ts'
import { HOUR_MESSAGES } from '../model/messages.ts'
import { hoursText } from '../model/rules.ts'
import { addHours, type Entry } from './enter.ts'
import { lockMonths, recountMonth } from './limits.ts'
import { aboutEntry, disputeTodos, hourTodos } from './todos.ts'

const own = ownRows(hourEntry, 'studentId')
/** Hours on which student and unit agree, and the office where they go beyond a week, are approved and told. */
export async function approveAgreed(db: Db, ids: readonly string[]): Promise<number> {
  const approved = await db.updateWhere(
    hourEntry,
    sql`t.id = any(${[...ids]}::uuid[]) and t.state = 'studentConfirmed' and t.is_unit_agreed and (not t.over_week or t.ticked_by_id is not null)`,
    { state: 'approved' },
    { returning: ['engagementId', 'studentId', 'hours'] },
  )
  await db.emitMany(
    'workStudy.hoursApproved',
    approved.map(({ engagementId, studentId, hours }) => ({ engagementId, studentId, hours })),
  )
  return approved.length
}
const enter = handle(enterHours, async ({ db }, { engagementId, ...span }) => {
  const of = await db.visibleFor(engagement, enterHours.permission).one(engagementId)
  return addHours(db, of, span, 'employer')
})
const enterOwn = handle(enterOwnHours, async (ctx, { engagementId, ...span }) => addHours(ctx.db, await ownEngagements.find(ctx, engagementId), span, 'student'))
/** Scanned and own hours, which their unit stands by from now on. */
const approve = handle(approveHours, async ({ db }, { ids }) => {
  const rows = await db.visible(hourEntry).lockAll(ids, 'approve')
  await db.updateWhere(hourEntry, { id: rows.map(r => r.id) }, { isUnitAgreed: true })
  return { count: await approveAgreed(db, ids) }
})
const confirm = handle(confirmHours, async ({ db, me }, { ids }) => {
  const studentId = ownStudentId(me)
  const rows = await db.unscoped(hourEntry).lockAll(ids) // the caller's own: checked next
  if (rows.some(r => r.studentId !== studentId)) throw notFound()
  const other = rows.find(r => r.state !== 'entered')
  if (other) throw notAllowed(hourEntry, other, 'confirm')
  await db.updateWhere(hourEntry, { id: ids }, { state: 'studentConfirmed', confirmedBy: 'student' })
  await approveAgreed(db, ids)
  await hourTodos.follow(db, [studentId])
})
/** 40-W6: goes to the office, and is on no sheet until it has decided. */
const dispute = handle(disputeHours, async (ctx, { id, note }) => {
  const { db } = ctx
  const row = await own.lock(ctx, id, 'dispute')
  const after = await db.update(hourEntry, id, { state: 'disputed', disputeNote: note })
  await hourTodos.follow(db, [row.studentId])
  await disputeTodos.open(db, 'dispute', [{ row: after, who: await studentOf(db, row.studentId), to: await officersOf(db), more: { note } }])
})
/** The office decides how many hours stand; none takes the entry away. */
const settle = handle(settleDispute, async ({ db }, { id, hours, answer }) => {
  const row = await db.visible(hourEntry).lock(id, 'settle')
  if (hours > row.hours) throw refusalOf(hourEntry, 'atMost', { hours: hoursText(row.hours) }, 'hours')
  await lockMonths(db, row.studentId, row.date)
  const stands = Math.floor(hours * 2) / 2
  const after: Entry = stands
    ? await db.update(hourEntry, id, { hours: stands, answer, state: 'studentConfirmed', isUnitAgreed: true, confirmedBy: 'student' })
    : { ...row, hours: 0, state: 'studentConfirmed' }
  if (!stands) await db.remove(hourEntry, id)
  await recountMonth(db, row.studentId, monthOf(row.date))
  await approveAgreed(db, [id])
  await disputeTodos.follow(db, [after])
  await notifyAbout(db, HOUR_MESSAGES.settled, aboutEntry, [{ row: after, who: await studentOf(db, row.studentId), more: { answer } }])
})
const tick = handle(tickWeek, async ({ db, me }, { id }) => {
  const row = await db.visible(hourEntry).lock(id, 'tick')
  if (!row.overWeek) throw refusalOf(hourEntry, 'selfTick')
  await db.update(hourEntry, id, { tickedById: me.userId })
  await approveAgreed(db, [id])
})
export default [
  ...[enter, enterOwn, approve, confirm, dispute, settle, tick],
  rules(hourEntry, {
    remove: async ({ db }, row) => lockMonths(db, row.studentId, row.date),
    async removed({ db }, row) {
      await recountMonth(db, row.studentId, monthOf(row.date))
      await hourTodos.follow(db, [row.studentId])
    },
  }),
  compute(hourEntry, ['monthHours'], async ({ db }, rows) => {
    const months = await db.query<{ studentId: string; month: string; hours: number }>(sql`select student_id as "studentId", month, hours::float8 as hours from hour_month
      where tenant_id = ${db.me.tenantId} and student_id = any(${rows.map(r => r.studentId)}::uuid[])`)
    const of = new Map(months.map(m => [`${m.studentId} ${m.month}`, m.hours]))
    for (const row of rows) row.monthHours = of.get(`${row.studentId} ${monthOf(row.date)}`) ?? 0
  }),
]
