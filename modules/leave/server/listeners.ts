import sql from 'sql-template-tag'
import { studentOf } from '#modules/student/server/api.ts'
import { cancel } from '#modules/workflow/server/api.ts'
import { type Ctx, on } from '#server/context.ts'
import { leave } from '../model/leave.ts'
import { missedLessons, sectionsByCourse } from '../model/missing.ts'
import { leaves } from './application.ts'
import { tellChanged } from './approved.ts'
import { endLeave, isAway } from './end-leave.ts'
import { outcomeOf } from './outcome.ts'
import { type Leave, typeOf } from './submit.ts'

const OPEN: ReadonlyArray<Leave['state']> = ['pending', 'returned', 'approved', 'active', 'overdue']
const texts = (value: unknown): string[] => (Array.isArray(value) ? value.filter(v => typeof v === 'string') : [])

/** Recounts days and lessons when the school's calendar changes, until the leave is over. */
async function recount(ctx: Ctx, row: Leave): Promise<void> {
  const { db } = ctx
  const who = await studentOf(db, row.studentId)
  if (!who) return
  const type = await typeOf(db, row.typeId)
  const o = await outcomeOf(db, { studentId: who.id, classId: who.classId, type, startAt: row.startAt, endAt: row.endAt, id: row.id, extendsId: row.extendsId })
  const lessons = missedLessons(o.lessons, row.startAt, row.endAt)
  const lessonCount = [...sectionsByCourse(lessons).values()].reduce((a, b) => a + b, 0)
  if (o.days === row.days && lessonCount === row.lessonCount) return
  await db.update(leave, row.id, { days: o.days, lessonCount, ...(row.approvedAt ? { lessons } : { countedDays: o.countedDays, level: o.level }) })
  if (row.approvedAt && !row.extendsId) await tellChanged(db, row)
}
const calendarChanged = on('campus.calendarChanged', 'leave.days', async (ctx, payload) => {
  const dates = texts(payload.dates).sort()
  const [first, last] = [dates[0], dates.at(-1)]
  if (!first || !last) return
  const rows = await ctx.db.query<{ id: string }>(sql`select id from leave where tenant_id = ${ctx.me.tenantId} and state = any(${[...OPEN]}::text[])
    and start_at < ${last}::date + 1 and end_at >= ${first}::date - 1`)
  for (const { id } of rows) await recount(ctx, await ctx.db.unscoped(leave).lock(id)) // the calendar is not scoped
})
/** Ends the leaves of somebody who is no longer a student. */
const statusChanged = on('student.statusChanged', 'leave.end', async (ctx, payload) => {
  const { db } = ctx
  if (typeof payload.studentId !== 'string' || payload.to === 'active') return
  const rows = await db.unscoped(leave).all({ studentId: payload.studentId, state: OPEN }, { sort: ['startAt'] }) // an event about the student: no data scope applies
  for (const row of rows) await endFor(ctx, row)
})
const WHY = '学籍状态变动'
async function endFor(ctx: Ctx, row: Leave): Promise<void> {
  if (row.state === 'pending' || row.state === 'returned') return void (await cancel(ctx, { bizType: 'leave', bizId: row.id }, WHY))
  if (row.extendsId) return
  if (isAway(row)) return void (await endLeave(ctx, row, { backAt: new Date(Math.max(Date.now(), Date.parse(row.startAt) + 1)).toISOString(), backWay: 'staff', note: WHY }))
  if (row.state === 'approved') await leaves.cancelApproved(ctx, row, WHY)
}
/** 20-L10: a gate recorded the student entering. An entry on the day of departure, before half of the leave is over, is no return. */
const passed = on('dormitory.passage', 'leave.back', async (ctx, { studentId, direction, eventAt }) => {
  if (typeof studentId !== 'string' || typeof eventAt !== 'string' || direction !== 'in') return
  const rows = await ctx.db.unscoped(leave).all({ studentId, state: ['active', 'overdue'], leavesCampus: true }) // the event names the student
  for (const row of rows) if (!row.extendsId && isReturn(row, eventAt)) await endLeave(ctx, row, { backAt: eventAt, backWay: 'gate' })
})
const isReturn = (row: Leave, at: string): boolean => Date.parse(at) >= Date.parse(row.endAt) - (Date.parse(row.endAt) - Date.parse(row.startAt)) / 2
export default [calendarChanged, statusChanged, passed]
