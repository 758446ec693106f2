import { HOUR_MS } from '#model/days.ts'
import type { Expected } from '../../stays/model/presence.ts'
import type { AlertType, Explanation } from './access-alert.ts'
import type { Direction } from './access-event.ts'

/** Facts of one student's night from the passage records. */
export interface NightFacts {
  /** The last passage before gate opening, or before now while the night lasts, however old. */
  last: { direction: Direction; at: string } | null
  /** The last entry between curfew and gate opening. */
  lateIn: string | null
  /** There is a record after gate opening. */
  isSeenLater: boolean
}
export interface Hours {
  curfew: string
  cutOff: string
  gateOpening: string
}
export interface Limits {
  lateMinutes: number
  notSeenDays: number
  notLeftHours: number
}
export interface Night extends NightFacts {
  expected: Expected
  hours: Hours
  now: string
  limits: Limits
  /** The building records both directions: only then is a missing record meaningful. */
  hasBoth: boolean
  /** A patrol or manual record saw the student in the building that night. */
  wasSeenInside: boolean
}
export interface Alert {
  type: AlertType
  /** The passage the alert refers to. */
  at: string
  isFinal: boolean
  /** Hours since that passage, for alerts about missing records. */
  hours: number | null
}
export type Judgement = { alert: Alert } | { explainedBy: Explanation }

const at = (instant: string): number => Date.parse(instant)
const hoursBetween = (from: string, to: string): number => Math.floor((at(to) - at(from)) / HOUR_MS)
const earlier = (a: string, b: string): string => (at(a) < at(b) ? a : b)

/** 20-DA4 to DA6: the alert of a student and night, or the reason for none. In order of severity: missing before late. */
export function accessAlertsOf(night: Night): Judgement {
  if (night.expected === 'excused') return { explainedBy: 'excused' }
  if (night.expected === 'notResident') return { explainedBy: 'left' }
  return away(night) ?? late(night) ?? notLeft(night) ?? { explainedBy: isSeenInstead(night) ? 'rollCall' : 'record' }
}
const isOut = ({ last, now, hours }: Night): boolean => last?.direction === 'out' && at(now) >= at(hours.cutOff)
/** Out by the gate records, but seen inside. */
const isSeenInstead = (night: Night): boolean => night.wasSeenInside && isOut(night)

/** 20-DA4, DA6: out at cut-off, and still out at gate opening; several days without a record take precedence. */
function away(night: Night): Judgement | undefined {
  const { last, hours, now, limits, wasSeenInside, isSeenLater } = night
  if (!last || !isOut(night) || wasSeenInside) return undefined
  const isFinal = at(now) >= at(hours.gateOpening)
  const gone = hoursBetween(last.at, earlier(now, hours.gateOpening))
  if (gone < limits.notSeenDays * 24) return { alert: { type: 'nightOut', at: last.at, isFinal, hours: null } }
  // a later entry clears it
  return isSeenLater ? undefined : { alert: { type: 'notSeen', at: last.at, isFinal, hours: gone } }
}
/** 20-DA4: entered between curfew and gate opening. */
function late({ lateIn, hours, limits }: Night): Judgement | undefined {
  if (!lateIn || at(lateIn) < at(hours.curfew) + limits.lateMinutes * 60_000 || at(lateIn) >= at(hours.gateOpening)) return undefined
  return { alert: { type: 'lateReturn', at: lateIn, isFinal: true, hours: null } }
}
/** 20-DA5: no exit for days; evaluated once the night is over. */
function notLeft({ last, hours, now, limits, hasBoth, isSeenLater }: Night): Judgement | undefined {
  if (!hasBoth || isSeenLater || last?.direction !== 'in' || at(now) < at(hours.gateOpening)) return undefined
  const still = hoursBetween(last.at, hours.gateOpening)
  return still < limits.notLeftHours ? undefined : { alert: { type: 'notLeft', at: last.at, isFinal: true, hours: still } }
}

/** Facts from records in any order, with duplicates: the reference implementation of the SQL version. */
export function factsOf(records: ReadonlyArray<{ direction: Direction; at: string }>, { curfew, gateOpening }: Hours, now: string): NightFacts {
  const until = at(earlier(now, gateOpening))
  const known = records.filter(r => at(r.at) <= at(now)).sort((a, b) => at(a.at) - at(b.at))
  const last = known.findLast(r => at(r.at) < until) ?? null
  const lateIn = known.findLast(r => r.direction === 'in' && at(r.at) >= at(curfew) && at(r.at) < until)?.at ?? null
  return { last: last && { direction: last.direction, at: last.at }, lateIn, isSeenLater: known.some(r => at(r.at) >= at(gateOpening)) }
}
/** 20-DA7: a device that has been silent since may still hold records explaining the night. */
export const isSilent = (lastSeenAt: string | null, now: number, minutes: number): boolean => lastSeenAt === null || at(lastSeenAt) < now - minutes * 60_000
export const isUncertainNight = (devices: ReadonlyArray<{ lastSeenAt: string | null }>, gateOpening: string, now: number, minutes: number): boolean =>
  devices.some(d => isSilent(d.lastSeenAt, now, minutes) && (d.lastSeenAt === null || at(d.lastSeenAt) < at(gateOpening)))
