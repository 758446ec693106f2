import { type Entity, type Row, refusalOf } from '#model'
import { DAY_MS } from '#model/days.ts'
import { schoolMs, schoolTimeText } from '#model/school-time.ts'
import { weekOf } from '#model/week.ts'
import { addDays, monthOf } from '#modules/campus/model/days.ts'
import { lessonTimes } from '#modules/campus/server/api.ts'
import { leaveSpans } from '#modules/leave/server/api.ts'
import { studentOf } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { engagement } from '../../posts/model/engagement.ts'
import { workPost } from '../../posts/model/post.ts'
import { employUnit } from '../../posts/model/unit.ts'
import type { Engaged } from '../../posts/server/api.ts'
import { hourEntry, type SOURCES } from '../model/hour-entry.ts'
import { hoursBetween, hoursText } from '../model/rules.ts'
import { hoursIn, hoursOfMonth, limitsOn, lockMonths, recountMonth } from './limits.ts'
import { settingsOf } from './settings.ts'
import { hourTodos } from './todos.ts'

export type Entry = Row<typeof hourEntry>
export interface Span {
  date: string
  start: string
  end: string
  work?: string | null | undefined
}
const refuse = (key: string, values: Record<string, unknown>, field?: string, of: Entity = hourEntry as unknown as Entity): never => {
  throw refusalOf(of, key, values, field)
}
/** 40-W2 without other rows: order, not in the future, not too late, inside the time on the post. */
async function mustBeTimely(db: Db, { from, to }: Engaged, { date, start, end }: Span): Promise<void> {
  if (end <= start) refuse('order', { start, end }, 'end')
  if (!hoursBetween(start, end)) refuse('short', { start, end }, 'end')
  if (schoolMs(date, end) > Date.now()) refuse('future', { date, end }, 'date')
  const { lateDays } = await settingsOf(db)
  const first = addDays(today(), -lateDays)
  if (date < first) refuse('late', { date, days: lateDays, first }, 'date')
  if (date < from || (to && date > to)) refuse('outside', { date, from, to: to ?? '—' }, 'date')
}
/** 40-W2: what else the student had at that time. Called under the lock of the month. */
async function mustBeFree(db: Db, studentId: string, { date, start, end }: Span): Promise<void> {
  const same = await db.unscoped(hourEntry).all({ studentId, date }) // the student's own, over all units
  const hit = same.find(e => e.start < end && start < e.end)
  if (hit) refuse('overlap', { date, start: hit.start, end: hit.end, post: (await db.unscoped(workPost).one(hit.postId)).title }, 'start') // names what it overlaps
  const who = await studentOf(db, studentId)
  const lessons = who?.classId ? await lessonTimes(db, { classIds: [who.classId] }, date, date) : []
  const lesson = lessons.find(l => l.begin < end && start < l.end)
  if (lesson) refuse('lesson', { date, start: lesson.begin, end: lesson.end, course: lesson.courseName }, 'start')
  const span = { from: new Date(schoolMs(date, start)).toISOString(), to: new Date(schoolMs(date, end)).toISOString() }
  const [leave] = await leaveSpans(db, span, [studentId])
  if (leave) refuse('leave', { from: schoolTimeText(leave.from), to: schoolTimeText(leave.to) }, 'start')
}
interface Added {
  id: string
  hours: number
  overWeek: boolean
  used: number
  limit: number
}
/** 40-W1 and W2: adds hours under the lock of the student's month. Beyond the month they are refused, beyond the week they wait for the office's tick. */
export async function addHours(db: Db, of: Engaged, span: Span, source: keyof typeof SOURCES): Promise<Added> {
  const { studentId, unitId, postId } = of
  const { date, start, end, work = null } = span
  await mustBeTimely(db, of, span)
  if ((await db.cached(employUnit)).get(unitId)?.kind === 'external' && !of.agreementSignedAt) refuse('noAgreement', {}, undefined, engagement as unknown as Entity)
  await lockMonths(db, studentId, date)
  await mustBeFree(db, studentId, span)
  const [hours, limits, used] = [hoursBetween(start, end), await limitsOn(db, date), await hoursOfMonth(db, studentId, monthOf(date))]
  if (used + hours > limits.month) {
    const values = { limit: limits.month, used, asked: hours, left: Math.max(0, limits.month - used) }
    refuse('month', { month: monthOf(date), ...Object.fromEntries(Object.entries(values).map(([name, n]) => [name, hoursText(n)])) }, 'end')
  }
  const overWeek = (await hoursIn(db, studentId, ...weekOf(date))) + hours > limits.week
  const { confirmDays } = await settingsOf(db)
  const isOwn = source !== 'employer'
  const made = await db.insert(hourEntry, {
    ...{ engagementId: of.id, unitId, postId, studentId, date, start, end, hours, work, source, overWeek },
    ...{ state: isOwn ? ('studentConfirmed' as const) : ('entered' as const), confirmedBy: isOwn ? ('self' as const) : null, isUnitAgreed: !isOwn },
    confirmUntil: isOwn ? null : new Date(Date.now() + confirmDays * DAY_MS).toISOString(),
  })
  await recountMonth(db, studentId, monthOf(date))
  if (!isOwn) await hourTodos.open(db, [studentId])
  return { id: made.id, hours, overWeek, used: used + hours, limit: limits.month }
}
