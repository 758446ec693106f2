import { addDays } from '#modules/campus/model/days.ts'
import { termToday } from '#modules/campus/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'

/** About a term: how far figures reach back while the calendar has none. */
const DAYS = 180
/** The day from which figures of the running term count. */
export const termStart = async (db: Db, now = new Date()): Promise<string> => (await termToday(db))?.startDate ?? addDays(today(now), -DAYS)
