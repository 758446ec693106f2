import { type Circle, type Located, locatedAt, metresApart, metresAway, metresOutsideAll, type PhonePosition } from '#model/geo.ts'
import type { Db } from '#server/context.ts'
import { campus } from '../model/places.ts'
import { settingsOf } from './settings.ts'

/** Default radius of a campus in metres. */
const USUAL_RADIUS = 800

/** Geofence of the school: a circle around each enabled campus with a position. Shared by all modules. */
export const campusFences = async (db: Db): Promise<Circle[]> =>
  [...(await db.cached(campus)).values()]
    .filter(c => c.isEnabled && c.lng !== null && c.lat !== null)
    .map(c => ({ kind: 'circle', name: c.name, longitude: Number(c.lng), latitude: Number(c.lat), radius: c.geoRadius ?? USUAL_RADIUS, system: 'wgs84' }))

export type FromSchool =
  | { problem: 'noPoint' | 'noPosition'; values: Record<string, never> }
  | { problem: 'inaccurate'; values: { accuracy: number; most: number } }
  | { metres: number }
/** Metres from the middle of the nearest campus. The position is not stored. */
export async function metresFromSchool(db: Db, given: PhonePosition): Promise<FromSchool> {
  const place = await placeAtSchool(db, given)
  if ('problem' in place) return place
  const at = locatedAt(given) as Located // or there would be a problem
  return { metres: Math.min(...(await campusFences(db)).map(fence => metresApart(fence, at))) }
}
export type AtSchool =
  | { problem: 'noPoint' | 'noPosition'; values: Record<string, never> }
  | { problem: 'inaccurate'; values: { accuracy: number; most: number } }
  /** `away`: metres certainly outside; `isInside`: measured inside. */
  | { away: number; isInside: boolean; accuracy: number }
/** Position relative to the school. The caller judges the distance; insufficient accuracy is refused here. The position is not stored. */
export async function placeAtSchool(db: Db, given: PhonePosition): Promise<AtSchool> {
  const fences = await campusFences(db)
  if (!fences.length) return { problem: 'noPoint', values: {} }
  const at = locatedAt(given)
  if (!at) return { problem: 'noPosition', values: {} }
  const most = (await settingsOf(db))['position.maxAccuracy']
  if (at.accuracy > most) return { problem: 'inaccurate', values: { accuracy: at.accuracy, most } }
  return { away: metresAway(fences, at), isInside: metresOutsideAll(fences, at) === 0, accuracy: at.accuracy }
}
