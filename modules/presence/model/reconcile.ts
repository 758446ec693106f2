import { DAY_MS, HOUR_MS } from '#model/days.ts'
import { SKEW_MS } from '#modules/dormitory/access/model/intake.ts'
import { isAtSchool } from '#modules/student/model/status.ts'
import { type Evidence, isTrusted, RIGHT_KINDS, type Right, type Sighting } from './evidence.ts'
import type { Confidence, PresenceStateName } from './presence-state.ts'

/** All that decides on the state of one student. */
export interface PresenceFacts {
  status: string
  /** Begin of the current span of the school record. */
  standingSince: string
  rights: readonly Right[]
  /** What was seen last by anything trusted, and by the student's own report. */
  sightings: readonly Sighting[]
  /** Curfew of the student's building in the night of a moment; null without a bed. */
  curfewAfter(at: string): string | null
  /** The calendar has vacation, since when, and the student has not registered to stay. */
  vacationSince: string | null
  /** Registered to stay at school over the vacation that the calendar has now. */
  isStaying: boolean
  /** The next midnight, if a vacation begins or ends with it. */
  calendarTurn: string | null
  /** When a door on one campus saw them sooner after one on another than they could have come. */
  hurriedAt: string | null
  /** Nights of the last seven that somebody who lives outside spent in a dormitory, in order. */
  nightsInside: readonly string[]
  /** A door of the student's building says nothing at the moment. */
  isSilent: boolean
}
export interface Limits {
  highHours: number
  mediumHours: number
  unknownDays: number
  /** Who stays at school is asked after when nothing was seen for so long. */
  stayerHours: number
}
export interface Verdict {
  state: PresenceStateName
  since: string
  confidence: Confidence
  placeId: string | null
  evidence: Evidence[]
  nextAt: string | null
}
const RIGHT_STATES = {
  exception: 'practice',
  leave: 'onLeave',
  departure: 'holidayAway',
  tempLocation: 'onLeave',
  offCampus: 'livingOut',
  trip: 'outShort',
} as const satisfies Record<Right['kind'], PresenceStateName>
const ms = (at: string): number => Date.parse(at)
const plus = (at: string, more: number): string => new Date(ms(at) + more).toISOString()
const last = <T extends { at: string }>(of: readonly T[]): T | undefined => of.reduce<T | undefined>((a, b) => (a && ms(a.at) > ms(b.at) ? a : b), undefined)
/** Complete orders: of two facts of the same moment it must not decide which was read first. */
const byOrder = (a: Right, b: Right): number =>
  RIGHT_KINDS.indexOf(a.kind) - RIGHT_KINDS.indexOf(b.kind) || ms(a.from) - ms(b.from) || ms(a.until) - ms(b.until) || Number(a.isOver) - Number(b.isOver) || (a.id < b.id ? -1 : 1)
/** Sightings by moment; of those of one moment the last is what says most: the door itself, the dormitory. */
export const inOrder = (sightings: readonly Sighting[]): Sighting[] => sightings.toSorted((a, b) => ms(a.at) - ms(b.at) || (keyOf(a) < keyOf(b) ? -1 : 1))
/** What counts at a moment: also what a door recorded whose clock is ahead by as much as doors may be. */
export const knownAt = (sightings: readonly Sighting[], now: string): Sighting[] => inOrder(sightings).filter(s => ms(s.at) <= ms(now) + SKEW_MS)
const keyOf = ({ kind, says, isDorm, placeId, note }: Sighting): string => `${says} ${isDorm} ${kind === 'gate'} ${kind} ${placeId ?? ''} ${note ?? ''}`
const ofRight = ({ kind, from, until, isOver, note }: Right): Evidence => ({ kind, says: isOver ? 'over' : 'away', at: from, until, note })
const ofSighting = ({ kind, says, at, placeId, note }: Sighting): Evidence => ({ kind, says, at, placeId, note })

/**
 * 60-PR1 to PR3: the state of a student at a moment from all that is known, the same in whatever order it became known. `nextAt` is when the passing of time may make it another.
 */
export function reconcile(facts: PresenceFacts, limits: Limits, now: string): Verdict {
  const known = knownAt(facts.sightings, now)
  const proven = last(known.filter(isTrusted))
  const told = last(known.filter(s => !isTrusted(s)))
  const rights = [...facts.rights].sort(byOrder)
  const begun = rights.filter(r => ms(r.from) <= ms(now))
  // exactly so many hours old is still reliable, exactly so many days is unknown
  const ages = [limits.highHours * HOUR_MS + 1, limits.mediumHours * HOUR_MS + 1, limits.unknownDays * DAY_MS, limits.stayerHours * HOUR_MS]
  const evidence = [...begun.map(ofRight), ...[proven, told].flatMap(s => (s ? [ofSighting(s)] : []))]
  const own = decide(facts, limits, now, begun, proven, told)
  const confidence: Confidence = facts.isSilent && own.state !== 'notAtSchool' ? 'low' : own.confidence
  const turns = [
    ...rights.flatMap(r => [r.from, r.until]),
    facts.calendarTurn ?? '',
    ...[proven, told].flatMap(s => (s ? [...ages.map(age => plus(s.at, age)), ...(s.says === 'out' ? [facts.curfewAfter(s.at) ?? ''] : [])] : [])),
  ].filter(at => at && ms(at) > ms(now))
  const nextAt = turns.reduce<string | null>((a, b) => (a && ms(a) <= ms(b) ? a : b), null)
  const { more, ...verdict } = own
  return { ...verdict, confidence, placeId: placeOf(facts, limits, now, [proven, told]), evidence: more ? [...evidence, more] : evidence, nextAt }
}
/** Where the student was last seen coming in and not leaving since, whatever they are allowed: in an emergency somebody looks there. */
function placeOf({ status }: PresenceFacts, { unknownDays }: Limits, now: string, [proven, told]: ReadonlyArray<Sighting | undefined>): string | null {
  const seen = [proven, told].find(s => s && ms(now) - ms(s.at) < unknownDays * DAY_MS)
  return seen?.says === 'in' && isAtSchool(status) ? seen.placeId : null
}
interface Decided {
  state: PresenceStateName
  since: string
  confidence: Confidence
  more?: Evidence
}
function decide(facts: PresenceFacts, limits: Limits, now: string, begun: readonly Right[], proven: Sighting | undefined, told: Sighting | undefined): Decided {
  const { status, standingSince } = facts
  if (!isAtSchool(status)) return { state: 'notAtSchool', since: standingSince, confidence: 'high', more: { kind: 'status', says: 'away', at: standingSince, note: status } }
  const right = begun.find(r => !r.isOver)
  if (right) return { state: RIGHT_STATES[right.kind], since: right.from, confidence: confidenceOfRight(right, proven) }
  const over = begun.find(r => r.isOver && !(proven?.says === 'in' && ms(proven.at) > ms(r.from)))
  if (over) return { state: 'overdue', since: over.until, confidence: proven ? confidenceOf(proven, limits, now) : 'medium' }
  const isFresh = (s: Sighting | undefined): s is Sighting => s !== undefined && ms(now) - ms(s.at) < limits.unknownDays * DAY_MS
  const seen = [proven, told].find(isFresh)
  const { vacationSince } = facts
  if (vacationSince && seen?.says !== 'in') {
    const since = seen?.says === 'out' && ms(seen.at) > ms(vacationSince) ? seen.at : vacationSince
    return { state: 'holidayAway', since, confidence: 'low', more: { kind: 'vacation', says: 'away', at: vacationSince } }
  }
  if (!seen) {
    const before = last([proven, told].flatMap(s => s ?? []))
    const since = before ? plus(before.at, limits.unknownDays * DAY_MS) : standingSince
    return { state: 'unknown', since, confidence: 'low' }
  }
  const confidence = confidenceOf(seen, limits, now)
  if (seen.says === 'in') return { state: seen.isDorm ? 'inDorm' : 'inSchool', since: seen.at, confidence }
  const curfew = facts.curfewAfter(seen.at)
  if (curfew && ms(curfew) <= ms(now)) return { state: 'overdue', since: curfew, confidence }
  return { state: 'outShort', since: seen.at, confidence }
}
/** 60-PR2 by age; an own report is medium at most. */
function confidenceOf(seen: Sighting, { highHours, mediumHours }: Limits, now: string): Confidence {
  const age = ms(now) - ms(seen.at)
  if (age > mediumHours * HOUR_MS) return 'low'
  return age > highHours * HOUR_MS || !isTrusted(seen) ? 'medium' : 'high'
}
/** A right is certain once the student was seen leaving, doubtful when seen on the campus they should have left, else somewhere between. */
function confidenceOfRight(right: Right, proven: Sighting | undefined): Confidence {
  if (!right.leavesCampus) return 'high'
  if (proven?.says === 'in') return ms(proven.at) > ms(right.from) ? 'low' : 'medium'
  return proven ? 'high' : 'medium'
}
