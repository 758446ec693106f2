import sql from 'sql-template-tag'
import { weekOf } from '#model/week.ts'
import { eachDay, lastDayOf, monthOf } from '#modules/campus/model/days.ts'
import { calendarOf, dayTypeOn } from '#modules/campus/server/api.ts'
import { figureOn } from '#modules/system/server/api.ts'
import type { Db } from '#server/context.ts'
import { hourMonth } from '../model/hour-entry.ts'
import { isMostly, limitsOf } from '../model/rules.ts'

export const daysOf = (month: string): string[] => eachDay(`${month}-01`, lastDayOf(month))
/** 40-W1: the limits of the month and week of a day, by the figure of that day and the school's vacations. */
export async function limitsOn(db: Db, date: string): Promise<{ week: number; month: number }> {
  const book = await calendarOf(db)
  return limitsOf(await figureOn(db, 'workStudy.hours', { on: date }), isMostly(daysOf(monthOf(date)).map(day => dayTypeOn(book, day) === 'vacation')))
}
/** Months that the week of a day touches. */
const monthsAround = (date: string): string[] => [...new Set([...weekOf(date), date].map(monthOf))].toSorted()
/** 40-W1: whoever adds hours of a student to a month holds its row; a week over two months holds both. */
export async function lockMonths(db: Db, studentId: string, date: string): Promise<void> {
  const months = monthsAround(date)
  await db.insertMany(
    hourMonth,
    months.map(month => ({ studentId, month })),
    { skipExisting: true, history: false },
  )
  await db.query(sql`select from hour_month where tenant_id = ${db.me.tenantId} and student_id = ${studentId} and month = any(${months}::text[]) order by month for update`)
}
/** Hours of a student between two days, over all posts. */
export async function hoursIn(db: Db, studentId: string, from: string, to: string): Promise<number> {
  const [sum] = await db.query<{ hours: number }>(sql`select coalesce(sum(hours), 0)::float8 as hours from hour_entry
    where tenant_id = ${db.me.tenantId} and student_id = ${studentId} and date between ${from}::date and ${to}::date`)
  return sum?.hours ?? 0
}
export const hoursOfMonth = (db: Db, studentId: string, month: string): Promise<number> => hoursIn(db, studentId, `${month}-01`, lastDayOf(month))
/** Writes what a month of a student comes to; called under its lock. */
export async function recountMonth(db: Db, studentId: string, month: string): Promise<void> {
  await db.updateWhere(hourMonth, { studentId, month }, { hours: await hoursOfMonth(db, studentId, month) }, { history: false })
}
