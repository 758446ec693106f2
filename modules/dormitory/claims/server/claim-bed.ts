import sql, { empty, join, type Sql } from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { bedWithPlace, isLockedNow, roomGender, roomWhy } from '../../stays/server/api.ts'
import type { Round } from './facts.ts'

export interface Want {
  studentId: string
  bedId: string
}
export interface Taking {
  /** In order of preference; the student gets the first available. */
  wants: readonly Want[]
  state: 'held' | 'reserved'
  /** A hold ends with the student's turn. */
  closesAt: string
  /** Stays released for it; if one of them is no longer open nothing is taken. */
  freed?: readonly string[]
}
export interface Won {
  stayId: string
  studentId: string
  bedId: string
  holdUntil: string | null
}
/** Shared row locks: conflict with locking, disabling or assigning these beds, not with other claims. */
const share = (db: Db, bedIds: readonly string[]) =>
  db.query(sql`select 1 from dorm_bed b where b.tenant_id = ${db.me.tenantId} and b.id = any(${[...bedIds]}::uuid[]) order by b.id for share`)

/**
 * 20-DC1: the claim. One statement that inserts if permitted; the loser under the exclusion constraints gets no row. Expired holds are released in the same
 * statement, before the cleanup job, and so are the student's own stays given up. Written so that one generic plan serves every claim: wants as a VALUES list of
 * fixed length, and the statement's own time, for the partial index of holds.
 */
export async function take(db: Db, round: Round, { wants, state, closesAt, freed = [] }: Taking): Promise<Won[]> {
  const bedIds = wants.map(w => w.bedId)
  const { tenantId, userId } = db.me
  const by = sql`${userId || null}::uuid`
  const gone = freed.length > 0
  const claim = sql`
    with want("studentId", "bedId", rank) as (values ${join(wants.map((w, rank) => sql`(${w.studentId}::uuid, ${w.bedId}::uuid, ${rank}::int)`))}),
    past as (update dorm_stay y set state = 'expired', is_open = false, version = y.version + 1, updated_at = now()
      where y.tenant_id = ${tenantId} and y.state = 'held' and y.hold_until <= statement_timestamp() and exists (select 1 from want w where w."bedId" = y.bed_id or w."studentId" = y.student_id) returning y.id),
    ${gone ? freeing(tenantId, freed, by) : empty}
    made as (insert into dorm_stay (tenant_id, student_id, student_no, name, gender_code, department_id, grade, class_id, bed_id, room_id, floor_id, dorm_id, campus_id,
        kind, source, state, is_open, batch_id, planned_in, planned_out, hold_until, created_by, updated_by)
      select s.tenant_id, s.id, s.student_no, s.name, s.gender_code, s.department_id, s.grade, s.class_id, b.id, b.room_id, b.floor_id, b.dorm_id, d.campus_id,
        'main', 'claim', ${state}, true, ${round.id}, ${round.moveIn}::date, case when s.expected_graduation > ${round.moveIn}::date then s.expected_graduation end,
        case when ${state} = 'held' then least(clock_timestamp() + make_interval(secs => ${round.holdSeconds}::int), ${closesAt}::timestamptz) end, ${by}, ${by}
      from ${bedWithPlace(tenantId)} join want w on w."bedId" = b.id join student s on s.tenant_id = b.tenant_id and s.id = w."studentId" and s.deleted_at is null
      where b.is_enabled and not ${isLockedNow} and ${roomWhy(round.moveIn)} is null and ${roomGender} = s.gender_code
        and exists (select 1 from claim_round c where c.tenant_id = ${tenantId} and c.id = ${round.id} and c.state = 'published')
        and (select count(*) from past) >= 0 ${gone ? sql`and (select count(*) from freed) = ${freed.length}` : empty}
      order by w.rank
      on conflict do nothing returning id, student_id, bed_id, hold_until),
    history as (insert into operation_log (tenant_id, user_id, module, action, biz_type, biz_id, source, diff)
      select ${tenantId}::uuid, ${by}, 'dormitory', 'add', 'dormStay', id, 'claim', jsonb_build_object('bedId', jsonb_build_object('to', bed_id), 'state', jsonb_build_object('to', ${state}::text)) from made
      ${gone ? sql`union all select ${tenantId}::uuid, ${by}, 'dormitory', 'update', 'dormStay', id, 'claim', '{"state":{"to":"cancelled"}}'::jsonb from freed` : empty}
      union all select ${tenantId}::uuid, null::uuid, 'dormitory', 'update', 'dormStay', id, 'claim', '{"state":{"from":"held","to":"expired"}}'::jsonb from past)
    select id as "stayId", student_id as "studentId", bed_id as "bedId", hold_until as "holdUntil" from made`
  // Two statements in one round trip, on purpose: the second takes its snapshot after the beds are locked.
  const [, won] = await Promise.all([share(db, bedIds), db.query<Won>(claim)])
  return won
}
const freeing = (tenantId: string, freed: readonly string[], by: Sql): Sql => sql`
    freed as (update dorm_stay y set state = 'cancelled', is_open = false, cancel_reason = '改选床位', version = y.version + 1, updated_at = now(), updated_by = ${by}
      where y.tenant_id = ${tenantId} and y.id = any(${[...freed]}::uuid[]) and y.is_open and (y.state <> 'held' or y.hold_until > statement_timestamp()) returning y.id),`
