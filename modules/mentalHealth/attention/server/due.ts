import { addDays, HOUR_MS, MINUTE_MS } from '#model/days.ts'
import { schoolDayEnd } from '#model/school-time.ts'
import { calendarOf, schoolDayAfter } from '#modules/campus/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { settingsOf } from './settings.ts'

/** The last day on which somebody has to look after a case of this level again. */
export async function latestOf(db: Db, level: string): Promise<string> {
  const { level1Days, level2Days, level3Days, level4Days } = await settingsOf(db)
  return addDays(today(), { 1: level1Days, 2: level2Days, 3: level3Days }[level] ?? level4Days)
}
/** When somebody has to have looked after a case that has just got this level: the first response. */
async function firstDueOf(db: Db, level: string): Promise<string> {
  const { response1Minutes, response2Hours, response3Days, response4Days } = await settingsOf(db)
  if (level === '1') return new Date(Date.now() + response1Minutes * MINUTE_MS).toISOString()
  if (level === '2') return new Date(Date.now() + response2Hours * HOUR_MS).toISOString()
  return schoolDayEnd(schoolDayAfter(await calendarOf(db), today(), level === '3' ? response3Days : response4Days))
}
/** When a guardian has to have been told: at once at level 1, soon at level 2, by agreement or not at all below. */
async function guardianDueOf(db: Db, level: string): Promise<string | null> {
  const { guardian1Minutes, guardian2Hours } = await settingsOf(db)
  const after = { 1: guardian1Minutes * MINUTE_MS, 2: guardian2Hours * HOUR_MS }[level]
  return after === undefined ? null : new Date(Date.now() + after).toISOString()
}
/** The clocks of a case that gets a level now. Nobody has been told of anything overdue. */
export const clocksOf = async (db: Db, level: string) => ({
  levelSince: new Date().toISOString(),
  nextFollowUpOn: await latestOf(db, level),
  dueAt: await firstDueOf(db, level),
  told: null,
  ...{ guardianDueAt: await guardianDueOf(db, level), guardianAt: null, guardianWhyNot: null, guardianTold: null },
})
