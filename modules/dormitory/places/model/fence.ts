import { plain, type Fence as SignFence } from '#model/geo.ts'
import { MOST_CORNERS } from '#modules/signIn/model/fences.ts'
import type { Fence } from './places.ts'

/** A building's fence in the format of the sign-in module. */
export const fenceOf = (fence: Fence): SignFence =>
  'points' in fence
    ? { kind: 'polygon', points: fence.points.map(([longitude, latitude]) => ({ longitude, latitude })), system: 'wgs84' }
    : { kind: 'circle', longitude: fence.lng, latitude: fence.lat, radius: fence.radius, system: 'wgs84' }
/** The inverse: in the stored format, WGS-84 degrees. */
export function keptFence(fence: SignFence): Fence {
  if (fence.kind === 'polygon') return { points: fence.points.map(p => plain(p, fence.system)).map(p => [p.longitude, p.latitude] as const) }
  const { longitude, latitude } = plain(fence, fence.system)
  return { lng: longitude, lat: latitude, radius: fence.radius }
}
const between = (value: unknown, least: number, most: number): boolean => typeof value === 'number' && value >= least && value <= most
const isPoint = (lng: unknown, lat: unknown): boolean => between(lng, -180, 180) && between(lat, -90, 90)
/** Validates a fence: a circle of 20 to 5000 metres, or a polygon of three or more corners. */
export function isFence(given: unknown): given is Fence {
  const { points, lng, lat, radius } = Object(given) as Record<string, unknown>
  if (points === undefined) return isPoint(lng, lat) && between(radius, 20, 5000)
  return Array.isArray(points) && between(points.length, 3, MOST_CORNERS) && points.every(p => Array.isArray(p) && isPoint(p[0], p[1]))
}
