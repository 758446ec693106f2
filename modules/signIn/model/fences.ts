import { type Fence, type Spot, SYSTEMS, type System } from '#model/geo.ts'

const isNumber = (value: unknown, least: number, most: number): value is number => typeof value === 'number' && value >= least && value <= most
const isSpot = (value: unknown): value is Spot => {
  const { latitude, longitude } = Object(value) as Partial<Spot>
  return isNumber(latitude, -90, 90) && isNumber(longitude, -180, 180)
}
const isSystem = (value: unknown): value is System => typeof value === 'string' && Object.hasOwn(SYSTEMS, value)
export type FenceProblem = { key: 'fenceForm'; n: number } | { key: 'fenceSmall'; n: number; radius: number } | { key: 'fenceMany'; n: number }
export const MOST_CORNERS = 60
const LARGEST_RADIUS = 20_000
/** Parses fences, or returns what is wrong. */
export function parseFences(given: unknown, least: number, most: number): { fences: Fence[] } | { problem: FenceProblem } {
  if (given === null || given === undefined) return { fences: [] }
  if (!Array.isArray(given)) return { problem: { key: 'fenceForm', n: 1 } }
  if (given.length > most) return { problem: { key: 'fenceMany', n: given.length } }
  const fences: Fence[] = []
  for (const [n, one] of given.entries()) {
    const fence = fenceOf(one)
    if (!fence) return { problem: { key: 'fenceForm', n: n + 1 } }
    if (fence.kind === 'circle' && fence.radius < least) return { problem: { key: 'fenceSmall', n: n + 1, radius: fence.radius } }
    fences.push(fence)
  }
  return { fences }
}
function fenceOf(given: unknown): Fence | undefined {
  const { kind, name, radius, points, system = 'wgs84', ...spot } = Object(given) as Record<string, unknown>
  if (!isSystem(system)) return undefined
  const named = typeof name === 'string' && name ? { name: name.slice(0, 30) } : {}
  if (kind === 'circle' && isSpot(spot) && isNumber(radius, 1, LARGEST_RADIUS)) return { kind, ...named, latitude: spot.latitude, longitude: spot.longitude, radius, system }
  if (kind === 'polygon' && Array.isArray(points) && points.length >= 3 && points.length <= MOST_CORNERS && points.every(isSpot))
    return { kind, ...named, points: points.map(({ latitude, longitude }) => ({ latitude, longitude })), system }
  return undefined
}
