import sql, { type Sql } from 'sql-template-tag'
import { type Entity, type Phrase, refusalOf } from '#model'
import type { Db } from '#server/context.ts'
import { firstOf } from '#server/i18n/wording.ts'
import type { OCCUPIED } from '../model/places.ts'
import { bedPlaces, ENABLED, FOR_STUDENTS, GENDER, liveBeds } from './bed-facts.ts'

/** A stay that blocks its bed now. */
export const OPEN_STAY = sql`s.is_open and (s.state <> 'held' or s.hold_until > now())`
/** Beds `b` with their open stay `s`. */
export const withStays = (places: Sql): Sql => sql`${places} join dorm_stay s on s.tenant_id = b.tenant_id and s.bed_id = b.id and ${OPEN_STAY}`

type Fault = keyof typeof OCCUPIED
/** How a taken bed conflicts with its room, floor or building; null if it does not. */
export const CONTRADICTION = sql`case when not ${ENABLED} then 'occupiedOff' when r.state = 'closed' then 'occupiedClosed' when not ${FOR_STUDENTS} then 'occupiedUsage'
  when ${GENDER} <> s.gender_code then 'occupiedGender' end`
const NAMED = 8
export interface OccupiedBed {
  name: string
  bed: string
}
/** The beds and residents, a limited number by name. */
export const inWords = (taken: readonly OccupiedBed[]): Phrase =>
  firstOf(
    taken.map(s => `${s.bed} ${s.name}`),
    NAMED,
  )

/** Locks the beds below a place, serializing with concurrent assignments. */
export async function holdBedsBelow(db: Db, below: Sql): Promise<void> {
  await db.query(sql`select b.id from dorm_bed b where ${liveBeds(db)} and ${below} order by b.id for update`)
}
/** 20-DB2: refuses and rolls back if the change just written conflicts with open stays below the place. */
export async function refuseContradiction(db: Db, of: Entity, below: Sql): Promise<void> {
  const found = await db.query<OccupiedBed & { fault: Fault }>(sql`select s.name, b.full_name as bed, ${CONTRADICTION} as fault
    from ${withStays(bedPlaces())} where ${liveBeds(db)} and ${below} and (${CONTRADICTION}) is not null order by b.full_name`)
  const first = found[0]
  if (!first) return
  const same = found.filter(s => s.fault === first.fault)
  throw refusalOf(of, first.fault, { count: same.length, stays: inWords(same) })
}
