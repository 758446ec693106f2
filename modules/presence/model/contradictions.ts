import { HOUR_MS, MINUTE_MS } from '#model/days.ts'
import { schoolDate, schoolInstant } from '#model/school-time.ts'
import { addDays, weekdayOf } from '#modules/campus/model/days.ts'
import { type ConflictCode, SOURCES } from './conflict.ts'
import { isTrusted, type Right, type Sighting } from './evidence.ts'
import { knownAt, type PresenceFacts, type Verdict } from './reconcile.ts'

export interface Contradiction {
  code: ConflictCode
  about: string
  at: string
  source: Pick<Right, 'kind' | 'id'> | null
}
export interface Patience {
  apartMinutes: number
  sleptNights: number
  stayerHours: number
}
const ms = (at: string): number => Date.parse(at)
const last = (of: readonly Sighting[], is: (s: Sighting) => boolean): Sighting | undefined =>
  of.filter(is).reduce<Sighting | undefined>((a, b) => (a && ms(a.at) > ms(b.at) ? a : b), undefined)

/** 60-PR4: what of the facts of one student cannot all be right. `about` names the occasion, so that somebody is asked about it once. */
export function contradictions(
  { sightings, rights, standingSince, isStaying, hurriedAt, nightsInside }: PresenceFacts,
  { state, since }: Pick<Verdict, 'state' | 'since'>,
  { apartMinutes, sleptNights, stayerHours }: Patience,
  now: string,
): Contradiction[] {
  const known = knownAt(sightings, now)
  const [proven, told] = [last(known, isTrusted), last(known, s => !isTrusted(s))]
  const begun = rights.filter(r => ms(r.from) <= ms(now))
  const found: Contradiction[] = []
  const cameIn = proven?.says === 'in' ? proven : undefined
  if (state === 'notAtSchool') {
    if (cameIn?.kind === 'gate' && ms(cameIn.at) > ms(standingSince)) found.push({ code: 'PC4', about: schoolDate(cameIn.at), at: cameIn.at, source: null })
    return found
  }
  for (const right of begun) {
    // a return can be noted where there is a port for it
    const source = SOURCES.some(kind => kind === right.kind) ? { kind: right.kind, id: right.id } : null
    if (right.kind === 'leave' && right.leavesCampus && !right.isOver && cameIn && ms(cameIn.at) > ms(right.from))
      found.push({ code: 'PC1', about: `${right.id} ${schoolDate(cameIn.at)}`, at: cameIn.at, source })
    const slept = nightsInside.filter(night => night >= schoolDate(right.from))
    const lastNight = slept.at(-1)
    // whoever has guests' reasons in one week is not asked again in it
    if (right.kind === 'offCampus' && lastNight && slept.length >= sleptNights)
      found.push({ code: 'PC3', about: `${right.id} ${addDays(lastNight, 1 - weekdayOf(lastNight))}`, at: schoolInstant(lastNight, '22:00'), source })
    if (right.isOver && state === 'overdue' && since === right.until)
      found.push({ code: 'PC2', about: `${right.id} ${new Date(ms(right.until)).toISOString()}`, at: right.until, source })
  }
  if (!begun.length && proven?.kind === 'gate' && proven.says === 'out' && told?.says === 'in' && ms(told.at) - ms(proven.at) > apartMinutes * MINUTE_MS)
    found.push({ code: 'PC5', about: schoolDate(told.at), at: told.at, source: null })
  if (hurriedAt) found.push({ code: 'PC6', about: new Date(ms(hurriedAt)).toISOString(), at: hurriedAt, source: null })
  // somebody of whom nothing was ever recorded is no riddle: the school records nothing
  if (state === 'unknown' && (proven ?? told)) found.push({ code: 'PC7', about: since, at: since, source: null })
  const seen = [proven, told].flatMap(s => (s ? [ms(s.at)] : []))
  if (isStaying && !begun.length && state !== 'unknown' && seen.length && ms(now) - Math.max(...seen) >= stayerHours * HOUR_MS) {
    const at = new Date(Math.max(...seen) + stayerHours * HOUR_MS).toISOString()
    found.push({ code: 'PC8', about: at, at, source: null })
  }
  return found
}
