import type { Db } from '#server/context.ts'
import { settingsReader } from '#server/params/settings.ts'
import { ROLL_PARAMETERS } from '../model/parameters.ts'

const read = settingsReader('admission', ROLL_PARAMETERS)
const DAY = /^\d{4}-\d\d-\d\d$/
/** The days of this year's admission; null where none is set. */
export async function datesOf(db: Pick<Db, 'params'>) {
  const given = await read(db)
  const day = (key: keyof typeof given): string | null => (DAY.test(given[key]) ? given[key] : null)
  const arriveBy = day('arrival.to')
  return {
    openFrom: day('welcome.from'),
    openTo: day('welcome.to'),
    arriveFrom: day('arrival.from'),
    arriveBy,
    answerBy: day('intent.deadline') ?? arriveBy,
    enrolDate: (year: number): string => day('enrol.date') ?? `${year}-09-01`,
  }
}
