import type { Row, SettingsOf } from '#model'
import { MINUTE_MS } from '#model/days.ts'
import { type DeadlineClock, timeAfter } from '#model/service-hours.ts'
import type { repairUrgency } from './faults.ts'
import type { PARAMETERS } from './parameters.ts'

/** Times of an urgency, in minutes. */
export type Timing = Pick<Row<typeof repairUrgency>, 'respondMin' | 'arriveMin' | 'finishMin' | 'clock'>
/** What a school says about them. */
export type TimeSettings = Pick<SettingsOf<typeof PARAMETERS>, 'serviceFrom' | 'serviceTo' | 'warnPercent' | 'breachTimes'>
export const clockOf = ({ clock }: Pick<Timing, 'clock'>, { serviceFrom, serviceTo }: TimeSettings): DeadlineClock =>
  clock === 'always' ? 'always' : { from: serviceFrom, to: serviceTo }
/** 20-R4: until when a worker asked now may accept. */
export const acceptBy = (now: number, timing: Timing, settings: TimeSettings): string =>
  new Date(timeAfter(now, timing.respondMin * MINUTE_MS, clockOf(timing, settings))).toISOString()
/** 20-R5: due times of an order whose clock began then and has stood still for some minutes. */
export function dueTimes(began: number, stoodStill: number, timing: Timing, settings: TimeSettings) {
  const at = (minutes: number): string => new Date(timeAfter(began, (minutes + stoodStill) * MINUTE_MS, clockOf(timing, settings))).toISOString()
  const { respondMin, arriveMin, finishMin } = timing
  return {
    dueRespond: at(respondMin),
    dueArrive: arriveMin === null ? null : at(arriveMin),
    warnAt: at((finishMin * settings.warnPercent) / 100),
    dueFinish: at(finishMin),
    escalateAt: at(finishMin * settings.breachTimes),
  }
}
