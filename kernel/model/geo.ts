import { choice, decimal } from './field.ts'

/** Coordinate systems: GPS reports WGS-84, Chinese maps use GCJ-02; they differ by a few hundred metres. */
export const SYSTEMS = { wgs84: 'WGS-84', gcj02: 'GCJ-02' } as const
export type System = keyof typeof SYSTEMS
export interface Spot {
  latitude: number
  longitude: number
}
export interface Circle extends Spot {
  kind: 'circle'
  name?: string
  radius: number
  system: System
}
export interface Polygon {
  kind: 'polygon'
  name?: string
  points: readonly Spot[]
  system: System
}
export type Fence = Circle | Polygon

const EARTH_METRES = 6_378_245
const ECCENTRICITY = 0.006693421622965943
const rad = (degrees: number): number => (degrees * Math.PI) / 180
/** GCJ-02 applies no offset outside China. */
const isAbroad = ({ latitude, longitude }: Spot): boolean => longitude < 72.004 || longitude > 137.8347 || latitude < 0.8293 || latitude > 55.8271
const waves = (x: number): number => (20 * Math.sin(6 * x * Math.PI) + 20 * Math.sin(2 * x * Math.PI)) * (2 / 3)
function shiftNorth(x: number, y: number): number {
  return (
    -100 +
    2 * x +
    3 * y +
    0.2 * y * y +
    0.1 * x * y +
    0.2 * Math.sqrt(Math.abs(x)) +
    waves(x) +
    (20 * Math.sin(y * Math.PI) + 40 * Math.sin((y / 3) * Math.PI)) * (2 / 3) +
    (160 * Math.sin((y / 12) * Math.PI) + 320 * Math.sin((y * Math.PI) / 30)) * (2 / 3)
  )
}
function shiftEast(x: number, y: number): number {
  return (
    300 +
    x +
    2 * y +
    0.1 * x * x +
    0.1 * x * y +
    0.1 * Math.sqrt(Math.abs(x)) +
    waves(x) +
    (20 * Math.sin(x * Math.PI) + 40 * Math.sin((x / 3) * Math.PI)) * (2 / 3) +
    (150 * Math.sin((x / 12) * Math.PI) + 300 * Math.sin((x / 30) * Math.PI)) * (2 / 3)
  )
}
export function gcj02Of(spot: Spot): Spot {
  if (isAbroad(spot)) return spot
  const { latitude, longitude } = spot
  const [x, y] = [longitude - 105, latitude - 35]
  const sine = Math.sin(rad(latitude))
  const magic = 1 - ECCENTRICITY * sine * sine
  const north = (shiftNorth(x, y) * 180) / (((EARTH_METRES * (1 - ECCENTRICITY)) / (magic * Math.sqrt(magic))) * Math.PI)
  const east = (shiftEast(x, y) * 180) / ((EARTH_METRES / Math.sqrt(magic)) * Math.cos(rad(latitude)) * Math.PI)
  return { latitude: latitude + north, longitude: longitude + east }
}
/** The offset has no closed inverse; a few iterations reach centimetre accuracy. */
export function wgs84Of(spot: Spot): Spot {
  if (isAbroad(spot)) return spot
  let guess = spot
  for (let step = 0; step < 4; step++) {
    const shifted = gcj02Of(guess)
    guess = { latitude: guess.latitude + spot.latitude - shifted.latitude, longitude: guess.longitude + spot.longitude - shifted.longitude }
  }
  return guess
}
export const plain = (spot: Spot, system: System): Spot => (system === 'gcj02' ? wgs84Of(spot) : spot)

/** Position reported by a phone, as action input. */
export const positionInput = {
  latitude: decimal('纬度', { precision: 9, scale: 6, min: -90, max: 90 }),
  longitude: decimal('经度', { precision: 9, scale: 6, min: -180, max: 180 }),
  accuracy: decimal('定位误差', { precision: 8, scale: 1, min: 0, max: 100_000 }),
  system: choice('坐标系', SYSTEMS),
} as const
export interface PhonePosition {
  latitude?: number | null | undefined
  longitude?: number | null | undefined
  accuracy?: number | null | undefined
  system?: System | null | undefined
}
/** A position in WGS-84, rounded to 0.1 m, with its accuracy in whole metres. */
export interface Located extends Spot {
  accuracy: number
}
/** The phone's position, if it reported one. */
export function locatedAt(given: PhonePosition & Spot): Located
export function locatedAt(given: PhonePosition): Located | undefined
export function locatedAt({ latitude, longitude, accuracy, system }: PhonePosition): Located | undefined {
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return undefined
  const spot = plain({ latitude, longitude }, system ?? 'wgs84')
  return { latitude: Number(spot.latitude.toFixed(6)), longitude: Number(spot.longitude.toFixed(6)), accuracy: Math.round(accuracy ?? 0) }
}

/** Metres east and north of an origin (flat-earth approximation, accurate enough for a campus). */
const METRES_A_DEGREE = 111_320
export const metresFrom = (origin: Spot, { latitude, longitude }: Spot): readonly [east: number, north: number] => [
  (longitude - origin.longitude) * METRES_A_DEGREE * Math.cos(rad(origin.latitude)),
  (latitude - origin.latitude) * METRES_A_DEGREE,
]
/** Coordinates of a point given by metres east and north of an origin, to six decimals (0.1 m). */
export const spotAt = (origin: Spot, [east, north]: readonly [number, number]): Spot => ({
  latitude: Number((origin.latitude + north / METRES_A_DEGREE).toFixed(6)),
  longitude: Number((origin.longitude + east / (METRES_A_DEGREE * Math.cos(rad(origin.latitude)))).toFixed(6)),
})
export const metresApart = (a: Spot, b: Spot): number => Math.hypot(...metresFrom(a, b))

type Flat = readonly [x: number, y: number]
function toEdge([ax, ay]: Flat, [bx, by]: Flat): number {
  const length = (bx - ax) ** 2 + (by - ay) ** 2
  const share = length ? Math.max(0, Math.min(1, -(ax * (bx - ax) + ay * (by - ay)) / length)) : 0
  return Math.hypot(ax + share * (bx - ax), ay + share * (by - ay))
}
const crosses = ([ax, ay]: Flat, [bx, by]: Flat): boolean => ay > 0 !== by > 0 && 0 < ((bx - ax) * -ay) / (by - ay) + ax
/** Distance in metres from a position to a fence; 0 inside. Both in WGS-84. */
export function metresOutside(fence: Fence, spot: Spot): number {
  if (fence.kind === 'circle') return Math.max(0, metresApart(plain(fence, fence.system), spot) - fence.radius)
  const corners = fence.points.map(p => metresFrom(spot, plain(p, fence.system)))
  const edges = corners.map((corner, n) => [corner, corners[(n + 1) % corners.length] ?? corner] as const)
  const isInside = edges.filter(([a, b]) => crosses(a, b)).length % 2 === 1
  return isInside ? 0 : Math.min(...edges.map(([a, b]) => toEdge(a, b)))
}
/** Distance in metres to the nearest of several fences. */
export const metresOutsideAll = (fences: readonly Fence[], spot: Spot): number => Math.min(...fences.map(fence => metresOutside(fence, spot)))
/** Whole metres certainly outside: the position's accuracy is subtracted in the person's favour. */
export const metresAway = (fences: readonly Fence[], at: Located): number => Math.max(0, Math.ceil(metresOutsideAll(fences, at) - at.accuracy))
