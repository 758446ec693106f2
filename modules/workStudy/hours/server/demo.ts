import { addDays, monthOf, weekdayOf } from '#modules/campus/model/days.ts'
import { studentOf } from '#modules/student/server/api.ts'
import { officersOf } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { day, moment } from '#server/demo/days.ts'
import type { Engaged } from '../../posts/server/api.ts'
import { hourEntry, hourMonth } from '../model/hour-entry.ts'

import { disputeTodos, hourTodos } from './todos.ts'

const [WEEKS, OPEN_DAYS] = [16, 7]
/** Hours of each week of four months; those of the last days wait for their students, one is disputed. */
export async function demoHours(db: Db, on: readonly Engaged[]): Promise<void> {
  const drafts = on.flatMap(({ id: engagementId, unitId, postId, studentId }, n) =>
    Array.from({ length: WEEKS }, (_, week) => {
      const date = addDays(day(-1), -7 * week - (n % 5))
      const isOpen = date > day(-OPEN_DAYS)
      const start = weekdayOf(date) > 5 ? '09:00' : '18:30'
      const state = isOpen && n % 3 === 0 ? ('entered' as const) : isOpen && n % 3 === 1 ? ('studentConfirmed' as const) : ('approved' as const)
      return {
        ...{ engagementId, unitId, postId, studentId, date, start, end: start === '09:00' ? '12:00' : '20:30', hours: start === '09:00' ? 3 : 2, work: '按排班上岗' },
        ...{ source: state === 'studentConfirmed' ? ('scan' as const) : ('employer' as const), isUnitAgreed: state !== 'studentConfirmed', state },
        ...{
          confirmUntil: state === 'entered' ? moment(2, '18:00') : null,
          confirmedBy: state === 'entered' ? null : state === 'approved' ? ('student' as const) : ('self' as const),
        },
      }
    }),
  )
  await db.insertMany(hourEntry, drafts, { history: false })
  const sums = new Map<string, number>()
  for (const { studentId, date, hours } of drafts) sums.set(`${studentId} ${monthOf(date)}`, (sums.get(`${studentId} ${monthOf(date)}`) ?? 0) + hours)
  await db.insertMany(
    hourMonth,
    [...sums].map(([key, hours]) => ({ studentId: key.slice(0, 36), month: key.slice(37), hours })),
    { history: false },
  )
  await dispute(db)
  await hourTodos.open(
    db,
    on.map(e => e.studentId),
  )
}
async function dispute(db: Db): Promise<void> {
  const [row] = await db.unscoped(hourEntry).all({ state: 'entered' }, { sort: ['id'], limit: 1 }) // demo data
  if (!row) return
  const note = '那天只做了一个半小时'
  const after = await db.update(hourEntry, row.id, { state: 'disputed', disputeNote: note })
  await disputeTodos.open(db, 'dispute', [{ row: after, who: await studentOf(db, row.studentId), to: await officersOf(db), more: { note } }])
}
