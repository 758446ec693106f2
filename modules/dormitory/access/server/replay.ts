import { addDays } from '#modules/campus/model/days.ts'
import { submitParameters } from '#modules/system/server/api.ts'
import { type Db, handle } from '#server/context.ts'
import { nightAt } from '../../places/model/night.ts'
import { expectedPresence } from '../../stays/server/api.ts'
import type { AlertType } from '../model/access-alert.ts'
import { alertLimits, replayLimits, saveLimits } from '../model/alert-actions.ts'
import { accessAlertsOf, type Hours, type Limits, type NightFacts } from '../model/rules.ts'
import { alertOf, recordedHours } from './judge-nights.ts'
import { nightFacts, seenInside } from './night-facts.ts'
import { accessSettings, limitsOf } from './settings.ts'
import { bothWays, deviceHealth } from './silence.ts'

const NIGHTS = 30
type Tally = Record<AlertType, number> & { explained: number }
const nothing = (): Tally => ({ lateReturn: 0, nightOut: 0, notSeen: 0, notLeft: 0, explained: 0 })
/** One resident in one night: facts known at cut-off and now. */
interface ReplayedNight {
  studentId: string
  hours: Hours
  hasBoth: boolean
  wasSeenInside: boolean
  atCutOff: NightFacts
  now: NightFacts
}
const NONE: NightFacts = { last: null, lateIn: null, isSeenLater: false }
/** Counts of a night under some limits: alerts that stand, and those raised at cut-off and explained later. */
export function tally(night: readonly ReplayedNight[], limits: Limits, now: string): Tally {
  const made = nothing()
  for (const k of night) {
    const of = { expected: 'expected' as const, hours: k.hours, limits, hasBoth: k.hasBoth }
    const raised = alertOf(accessAlertsOf({ ...of, ...k.atCutOff, now: k.hours.cutOff, wasSeenInside: false }))
    const stands = alertOf(accessAlertsOf({ ...of, ...k.now, now, wasSeenInside: k.wasSeenInside }))
    if (stands) made[stands.type]++
    if (raised && !stands) made.explained++
  }
  return made
}
async function knownOf(db: Db, night: string, now: string, both: ReadonlySet<string>): Promise<ReplayedNight[]> {
  const people = [...(await expectedPresence(db, night)).values()].filter(p => p.expected === 'expected' && p.dormId)
  const found: ReplayedNight[] = []
  for (const [dormId, those] of Map.groupBy(people, p => p.dormId ?? '')) {
    const hours = await recordedHours(db, dormId, night)
    if (!hours) continue
    const ids = those.map(p => p.studentId)
    const after = await nightFacts(db, ids, hours, now)
    const before = await nightFacts(db, ids, hours, hours.cutOff, hours.cutOff)
    const inside = await seenInside(db, night, ids)
    for (const studentId of ids)
      found.push({ studentId, hours, hasBoth: both.has(dormId), wasSeenInside: inside.has(studentId), atCutOff: before.get(studentId) ?? NONE, now: after.get(studentId) ?? NONE })
  }
  return found
}
/** Replays thirty nights with current and proposed limits on the read replica, so that other requests do not wait. */
const replay = handle(replayLimits, ({ db }, given) =>
  db.onReplica(async reading => {
    const now = new Date().toISOString()
    const [today, both] = [limitsOf(await accessSettings(reading)), bothWays(await deviceHealth(reading))]
    const nights = []
    for (let n = NIGHTS; n >= 1; n--) {
      const night = addDays(nightAt(now), -n)
      const known = await knownOf(reading, night, now, both)
      nights.push({ night, now: tally(known, today, now), tried: tally(known, limitsOf(given), now) })
    }
    return { nights }
  }),
)
const limits = handle(alertLimits, async ({ db }) => {
  const { alertLateMinutes, alertNotSeenDays, alertNotLeftHours } = await accessSettings(db)
  return { alertLateMinutes, alertNotSeenDays, alertNotLeftHours }
})
const saved = handle(saveLimits, async (ctx, given) => {
  await submitParameters(ctx, 'dormitory', given)
  return given
})
export default [replay, limits, saved]
