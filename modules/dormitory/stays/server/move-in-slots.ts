import sql, { type Sql } from 'sql-template-tag'
import { coalescedReads } from '#server/base/coalesced-reads.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import type { Reach } from '../model/move-in-slots.ts'
import { isSecret } from './unpublished.ts'

/** A slot of a published plan. */
export interface OpenSlot {
  id: string
  planId: string
  dormId: string
  day: string
  note: string | null
  beginAt: string
  endAt: string
  places: number
  free: number
}
const slotsWhere = (db: Db, where: Sql): Promise<OpenSlot[]> =>
  db.query<OpenSlot>(sql`select s.id, s.plan_id as "planId", p.dorm_id as "dormId", p.day::text as day, p.note, s.begin_at as "beginAt", s.end_at as "endAt", s.places, s.places - s.taken as free
    from move_in_slot s join move_in_plan p on p.tenant_id = s.tenant_id and p.id = s.plan_id where s.tenant_id = ${db.me.tenantId} and ${where} order by s.begin_at, s.id`)

/** Cache: thousands of phones poll, one read per second. */
const pictures = coalescedReads<OpenSlot[]>(1000)
/** Slots of a building from today on, at most a second old. */
export const slotsNow = (db: Db, dormId: string): Promise<OpenSlot[]> => pictures(`${db.me.tenantId} ${dormId}`, () => slotsOfDorm(db, dormId))
export const slotsOfDorm = (db: Db, dormId: string): Promise<OpenSlot[]> => slotsWhere(db, sql`p.dorm_id = ${dormId} and p.day >= ${today()}::date`)

/** Locks slots in id order and reads them after that, so that counts stay valid. */
export async function lockSlots(db: Db, ids: readonly string[]): Promise<Map<string, OpenSlot>> {
  if (!ids.length) return new Map()
  // two statements on purpose: the read must not use a snapshot older than the locks
  await db.query(sql`select 1 from move_in_slot where tenant_id = ${db.me.tenantId} and id = any(${[...ids]}::uuid[]) order by id for update`)
  return new Map((await slotsWhere(db, sql`s.id = any(${[...ids]}::uuid[])`)).map(s => [s.id, s]))
}
/** Condition on stays `s` and a day: reserved, announced, to be moved into around that day. */
export const isAwaited = (day: Sql, { early, late }: Reach): Sql =>
  sql`(s.state = 'reserved' and s.kind <> 'change' and s.planned_in between ${day} - ${late}::int and ${day} + ${early}::int and not ${isSecret})`
