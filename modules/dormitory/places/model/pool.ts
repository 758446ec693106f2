import { isUuid } from '#model'
import { isObject } from '#model/objects.ts'

/** Rooms reserved for some classes, by a plan or by the office. */
export interface Grant {
  roomIds: string[]
  classIds: string[]
}
/** Where a round permits choosing: whole buildings, and rooms granted to classes. */
export interface Pool {
  dormIds: string[]
  grants: Grant[]
}
export const NO_POOL: Pool = { dormIds: [], grants: [] }
const MOST = 2000
const isIds = (value: unknown): value is string[] => Array.isArray(value) && value.length <= MOST && value.every(id => typeof id === 'string' && isUuid(id))

/** Parses a pool; undefined if it is invalid or empty. */
export function parsePool(given: unknown): Pool | undefined {
  if (!isObject(given)) return undefined
  const { dormIds = [], grants = [], ...rest } = given
  if (Object.keys(rest).length || !isIds(dormIds) || !Array.isArray(grants) || grants.length > MOST) return undefined
  const read = grants.flatMap(g =>
    isObject(g) && isIds(g.roomIds) && isIds(g.classIds) && g.roomIds.length && g.classIds.length ? [{ roomIds: g.roomIds, classIds: g.classIds }] : [],
  )
  if (read.length < grants.length || (!dormIds.length && !read.length)) return undefined
  return { dormIds: [...new Set(dormIds)], grants: read }
}
interface Reach {
  own: string[]
  others: string[]
}
/** Cached per pool and class: rounds are cached, and thousands of students of one class request at once. */
const reaches = new WeakMap<Pool, Map<string | null, Reach>>()
/** A pool as seen by one class: rooms granted to it, and rooms granted to others. */
export function reachOf(pool: Pool, classId: string | null): Reach {
  const known = reaches.get(pool) ?? new Map<string | null, Reach>()
  reaches.set(pool, known)
  const reach = known.get(classId) ?? reachAnew(pool, classId)
  known.set(classId, reach)
  return reach
}
function reachAnew(pool: Pool, classId: string | null): Reach {
  const own = new Set(pool.grants.filter(g => classId !== null && g.classIds.includes(classId)).flatMap(g => g.roomIds))
  const others = new Set(pool.grants.flatMap(g => g.roomIds).filter(id => !own.has(id)))
  return { own: [...own], others: [...others] }
}
interface Place {
  roomId: string
  dormId: string
  /** The college the room is assigned to on the map. */
  departmentId: string | null
}
interface Member {
  classId: string | null
  departmentId: string | null
}
/** Whether a student may choose in a room: a grant takes precedence over the college, the college over the building. */
export function poolSays(pool: Pool, place: Place, who: Member): 'ok' | 'outside' | 'otherClass' | 'otherCollege' {
  const { own, others } = reachOf(pool, who.classId)
  if (own.includes(place.roomId)) return 'ok'
  if (others.includes(place.roomId)) return 'otherClass'
  if (!pool.dormIds.includes(place.dormId)) return 'outside'
  return place.departmentId === null || place.departmentId === who.departmentId ? 'ok' : 'otherCollege'
}
