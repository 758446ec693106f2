import { calendarOf, isSchoolDayOn } from '#modules/campus/server/api.ts'
import { studentOf } from '#modules/student/server/api.ts'
import type { Ctx, Db } from '#server/context.ts'
import { daysOf, spanOf } from '../model/half-days.ts'
import { AWAY } from '../model/leave.ts'
import { type MissedLesson, sectionsByCourse, stillMissed } from '../model/missing.ts'
import { dropExtension } from './approved.ts'
import { changeLeave } from './leave-todos.ts'
import { settingsOf } from './settings.ts'
import type { Leave } from './submit.ts'
import { tellTeachers } from './teachers.ts'

export interface Return {
  backAt: string
  backWay: NonNullable<Leave['backWay']>
  note?: string | null
}
/** Away: also after the start while the scheduled job has not updated the state. */
export const isAway = (row: Leave, now = Date.now()): boolean =>
  row.extendsId === null && ((AWAY as readonly string[]).includes(row.state) || (row.state === 'approved' && Date.parse(row.startAt) <= now))

/** 20-L10: ends the absence. Stores the actual length; lessons after an early return count as attended. */
export async function endLeave(acting: Pick<Ctx, 'db' | 'me' | 'lang'>, row: Leave, { backAt, backWay, note }: Return): Promise<Leave> {
  const { db } = acting
  const isEarly = Date.parse(backAt) < Date.parse(row.endAt)
  const frozen = row.lessons ?? []
  const lessons = isEarly ? stillMissed(frozen, row.startAt, backAt) : frozen
  const changed = await changeLeave(db, row.id, {
    state: 'closed',
    backAt,
    backWay,
    backNote: note ?? null,
    actualDays: await daysUntil(db, row.startAt, backAt),
    lessons,
    lessonCount: [...sectionsByCourse(lessons).values()].reduce((a, b) => a + b, 0),
  })
  await dropExtension(acting, row, '已销假')
  if (isEarly) await tellFreed(db, changed, without(frozen, lessons))
  await db.emit('leave.closed', { studentId: row.studentId, leaveId: row.id, backAt })
  return changed
}
const without = (all: readonly MissedLesson[], some: readonly MissedLesson[]): MissedLesson[] => all.filter(l => !some.includes(l))
async function tellFreed(db: Db, row: Leave, freed: readonly MissedLesson[]): Promise<void> {
  const who = await studentOf(db, row.studentId)
  if (who && freed.length) await tellTeachers(db, 'teacherFreed', who, row, freed)
}
async function daysUntil(db: Db, startAt: string, backAt: string): Promise<number> {
  const span = spanOf(startAt, Date.parse(backAt) > Date.parse(startAt) ? backAt : startAt)
  if ((await settingsOf(db)).countBy !== 'class') return daysOf(span)
  const book = await calendarOf(db)
  return daysOf(span, date => isSchoolDayOn(book, date))
}
