export interface Point {
  latitude: number
  longitude: number
}
const EARTH_METRES = 6_371_000
const rad = (degrees: number): number => (degrees * Math.PI) / 180

/** Metres between two places on the ground. */
export function metresBetween(a: Point, b: Point): number {
  const [dLat, dLon] = [rad(b.latitude - a.latitude), rad(b.longitude - a.longitude)]
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(rad(a.latitude)) * Math.cos(rad(b.latitude)) * Math.sin(dLon / 2) ** 2
  return Math.round(2 * EARTH_METRES * Math.asin(Math.min(1, Math.sqrt(h))))
}
/** Metres to the nearest of several places; whoever stands there may be on any campus. */
export const metresToNearest = (places: readonly Point[], from: Point): number => Math.min(...places.map(p => metresBetween(p, from)))
/** Places as the school writes them: 26.58,106.71; 26.60,106.63. */
export const pointsOf = (text: string): Point[] =>
  text.split(/[;；]/).flatMap(part => {
    const [latitude, longitude] = part.split(/[,，]/).map(Number)
    return latitude !== undefined && longitude !== undefined && Number.isFinite(latitude) && Number.isFinite(longitude) && part.trim() ? [{ latitude, longitude }] : []
  })
