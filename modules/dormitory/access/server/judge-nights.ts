import type { Db } from '#server/context.ts'
import { dormBuilding } from '../../places/model/places.ts'
import { nightHours } from '../../places/server/api.ts'
import { type ExpectedPresence, expectedPresence } from '../../stays/server/api.ts'
import { type Alert, accessAlertsOf, type Hours, isUncertainNight, type Judgement } from '../model/rules.ts'
import { nightFacts, seenInside } from './night-facts.ts'
import { accessSettings, limitsOf } from './settings.ts'
import { bothWays, deviceHealth } from './silence.ts'
import { type Change, writeAlerts } from './write-alerts.ts'

export interface OfNight {
  night: string
  studentIds?: readonly string[]
  dormIds?: readonly string[]
}
/**
 * Re-evaluates a night, of some students or of all residents of some buildings, and writes the differences. Returns the number of changed alerts. Expected presence
 * comes from its one service; buildings without recording doors are skipped.
 */
export async function judgeNight(db: Db, { night, ...of }: OfNight, now = new Date().toISOString()): Promise<number> {
  const people = await expectedPresence(db, night, of)
  const known = [...people.values()]
  const changes: Change[] = []
  for (const [dormId, those] of Map.groupBy(known, p => p.dormId ?? '')) changes.push(...(await judgeHouse(db, night, dormId, those, now)))
  return writeAlerts(db, night, changes, now)
}
/** Residents of one building; students without a bed are not evaluated. */
async function judgeHouse(db: Db, night: string, dormId: string, people: readonly ExpectedPresence[], now: string): Promise<Change[]> {
  const hours = await recordedHours(db, dormId, night)
  if (!hours) return people.map(person => ({ person, judgement: { explainedBy: 'left' }, hours: null, isUncertain: false }))
  if (Date.parse(now) < Date.parse(hours.curfew)) return []
  const expected = people.filter(p => p.expected === 'expected').map(p => p.studentId)
  const [facts, inside, devices, settings] = await Promise.all([
    nightFacts(db, expected, hours, now),
    seenInside(db, night, expected),
    deviceHealth(db, Date.parse(now)),
    accessSettings(db),
  ])
  const hasBoth = bothWays(devices).has(dormId)
  const isUncertain = isUncertainNight(
    devices.filter(d => d.dormId === dormId),
    hours.gateOpening,
    Date.parse(now),
    settings.deviceSilentMinutes,
  )
  return people.map(person => {
    const own = facts.get(person.studentId) ?? { last: null, lateIn: null, isSeenLater: false }
    const judgement = accessAlertsOf({ ...own, expected: person.expected, hours, now, limits: limitsOf(settings), hasBoth, wasSeenInside: inside.has(person.studentId) })
    return { person, judgement, hours, isUncertain }
  })
}
/** Curfew hours of a building with recording doors. */
export async function recordedHours(db: Db, dormId: string, night: string): Promise<Hours | undefined> {
  const dorm = (await db.cached(dormBuilding)).get(dormId)
  return dorm?.isEnabled && dorm.gateMode === 'events' ? nightHours(db, dormId, night) : undefined
}
export const alertOf = (j: Judgement): Alert | undefined => ('alert' in j ? j.alert : undefined)
