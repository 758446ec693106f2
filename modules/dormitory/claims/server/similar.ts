import sql, { type Sql } from 'sql-template-tag'
import { coalescedReads } from '#server/base/coalesced-reads.ts'
import type { Db } from '#server/context.ts'
import { type Pool, poolSays, reachOf } from '../../places/model/pool.ts'
import { isFreeBetween } from '../../places/server/api.ts'
import { isLockedNow, roomGender, roomWhy } from '../../stays/server/api.ts'
import type { ClaimBed } from '../model/rules.ts'
import type { Claimant } from './audience.ts'
import { bedsFor, type Round } from './facts.ts'

/** Condition on rooms `r`: available to this student. The SQL version of `poolSays`. */
export function inReach(pool: Pool, { classId, departmentId }: { classId: string | null; departmentId: string | null }): Sql {
  const { own, others } = reachOf(pool, classId)
  return sql`(r.id = any(${own}::uuid[]) or (r.dorm_id = any(${pool.dormIds}::uuid[]) and r.id <> all(${others}::uuid[]) and (r.department_id is null or r.department_id = ${departmentId}::uuid)))`
}
/** Condition on rooms `r`: available to anybody. */
export const inPool = (pool: Pool): Sql => sql`(r.dorm_id = any(${pool.dormIds}::uuid[]) or r.id = any(${[...new Set(pool.grants.flatMap(g => g.roomIds))]}::uuid[]))`
/** Beds in a round, taken or not. */
export const offered = (round: Pick<Round, 'moveIn'>): Sql => sql`b.is_enabled and not ${isLockedNow} and ${roomWhy(round.moveIn)} is null and ${roomGender} is not null`

const MOST = 5
/** Cache lifetime of proposals in milliseconds: in a rush most requests get one, and searching a building for each would cost more than the claims. */
const FRESH_MS = 500
const freeBeds = coalescedReads<readonly ClaimBed[]>(FRESH_MS)
const freeIn = (db: Db, round: Round, dormId: string): Promise<readonly ClaimBed[]> =>
  freeBeds(`${db.me.tenantId} ${round.id} ${round.version} ${dormId}`, () =>
    bedsFor(db, round, sql`b.dorm_id = ${dormId} and ${inPool(round.pool)} and ${offered(round)} and ${isFreeBetween(db, 'main', round.moveIn, null)}`),
  )
/** 20-DC1: free beds similar to the lost one: same room, then floor, then building. */
export async function similarBeds(db: Db, { round, who }: Claimant, lost: ClaimBed) {
  const free = (await freeIn(db, round, lost.dormId)).filter(b => b.id !== lost.id && b.genderCode === who.genderCode && poolSays(round.pool, b, who) === 'ok')
  const nearness = (b: ClaimBed): number => (b.roomId === lost.roomId ? 0 : b.floorId === lost.floorId ? 1 : 2)
  return free
    .toSorted((a, b) => nearness(a) - nearness(b))
    .slice(0, MOST)
    .map(b => ({ id: b.id, bed: b.fullName, roomId: b.roomId, floorId: b.floorId }))
}
/** A bed that this student may choose, taken or not, in the place of an id that is none: the same each time. */
export async function standIn(db: Db, { round, who }: Claimant, bedId: string): Promise<ClaimBed | undefined> {
  const theirs = sql`b.deleted_at is null and ${inReach(round.pool, who)} and ${offered(round)} and ${roomGender} = ${who.genderCode}`
  return (await bedsFor(db, round, theirs, sql`order by md5(b.id::text || ${bedId}::text) limit 1`))[0]
}
