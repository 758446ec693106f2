import { schoolDate, schoolInstant } from '#model/school-time.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { SKEW_MS } from '#modules/dormitory/access/model/intake.ts'
import { dormBuilding } from '#modules/dormitory/places/model/places.ts'
import { lastPassages, lastTempReturns, nightSightings } from '#modules/dormitory/server/api.ts'
import { lastLeaveReturns } from '#modules/leave/server/api.ts'
import { lastHolidayReturns, lastTripReturns } from '#modules/outing/server/api.ts'
import { lastSigns } from '#modules/signIn/server/api.ts'
import type { Db } from '#server/context.ts'
import type { Sighting, SightingKind } from '../model/evidence.ts'

/** Codes shown on the spot and a teacher's list prove the place; a position and a photo are the student's own word. */
const SIGN_KINDS: Readonly<Record<string, SightingKind>> = { qr: 'code', number: 'code', several: 'code', staff: 'staff' }
/** A patrol and a corrected night are seen by staff; room heads and students report. */
const NIGHT_KINDS: Readonly<Record<string, SightingKind>> = { patrol: 'patrol', correction: 'staff' }

/** 60-PR2: the last of each kind that anybody or anything saw of these students in the days that count. */
export async function sightingsOf(db: Db, ids: readonly string[], now: string, days: number): Promise<Map<string, Sighting[]>> {
  const since = addDays(schoolDate(Date.parse(now)), -days - 1)
  const dorms = await db.cached(dormBuilding)
  const placeOf = (dormId: string | null): string | null => dorms.get(dormId ?? '')?.buildingId ?? null
  const found: Array<Sighting & { studentId: string }> = [
    ...(await lastPassages(db, new Date(Date.parse(now) + SKEW_MS).toISOString(), ids)).map(({ studentId, direction, at, dormId }) => ({
      ...{ studentId, kind: 'gate' as const, says: direction, at, isDorm: dormId !== null, placeId: placeOf(dormId), note: null },
    })),
    ...(await nightSightings(db, since, now, ids)).map(({ studentId, way, says, at, dormId }) => ({
      ...{
        studentId,
        kind: NIGHT_KINDS[way] ?? ('self' as const),
        says: says === 'out' ? ('out' as const) : ('in' as const),
        at,
        isDorm: true,
        placeId: placeOf(dormId),
        note: null,
      },
    })),
    ...(await lastSigns(db, since, now, ids)).map(({ studentId, way, at, name }) => ({
      ...{ studentId, kind: SIGN_KINDS[way] ?? ('self' as const), says: 'in' as const, at, isDorm: false, placeId: null, note: name },
    })),
    ...(await returnsOf(db, schoolInstant(since), now, ids)),
  ]
  return new Map(
    [...Map.groupBy(found, f => f.studentId)].map(([id, own]) => [id, own.map(({ kind, says, at, isDorm, placeId, note }) => ({ kind, says, at, isDorm, placeId, note }))]),
  )
}
/** Returns noted where the absence was kept: on campus again, nobody knows where. */
async function returnsOf(db: Db, since: string, now: string, ids: readonly string[]): Promise<Array<Sighting & { studentId: string }>> {
  const ports = [lastLeaveReturns, lastTripReturns, lastTempReturns, lastHolidayReturns]
  const found: Awaited<ReturnType<typeof lastTripReturns>> = []
  for (const port of ports) found.push(...(await port(db, since, now, ids)))
  return found.map(({ studentId, way, at, note }) => ({ studentId, kind: way, says: 'in', at, isDorm: false, placeId: null, note }))
}
