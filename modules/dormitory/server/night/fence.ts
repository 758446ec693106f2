import type { Fence as SignFence } from '#modules/signIn/model/geo.ts'
import type { Fence } from '../../model/setup/places.ts'

/** A building's fence as signing in measures it. */
export const fenceOf = (fence: Fence): SignFence =>
  'points' in fence
    ? { kind: 'polygon', points: fence.points.map(([longitude, latitude]) => ({ longitude, latitude })), system: 'wgs84' }
    : { kind: 'circle', longitude: fence.lng, latitude: fence.lat, radius: fence.radius, system: 'wgs84' }
