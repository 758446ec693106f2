import { schoolDate } from '#model/school-time.ts'
import { schoolYearOn } from '#modules/campus/server/api.ts'
import type { MeasureContext } from '#server/measures/compute-measure.ts'

export interface Year {
  /** The first of September in which it begins. */
  startYear: number
  from: string
  /** The day of the moment that is shown. */
  to: string
}
/** The school year so far. */
export async function yearOf({ db, now }: MeasureContext): Promise<Year> {
  const to = schoolDate(now)
  const startYear = Number((await schoolYearOn(db, to)).slice(0, 4))
  return { startYear, from: `${startYear}-09-01`, to }
}
