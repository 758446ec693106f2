import sql, { raw, type Sql } from 'sql-template-tag'

/** Gender of a room: its own, else its floor's, else its building's (20-DB1). */
export const GENDER = raw("coalesce(r.gender_code, f.gender_code, case d.gender_rule when 'male' then '1' when 'female' then '2' end)")
/** Whether a bed is locked now. */
export const LOCKED = raw('(b.lock_reason is not null and (b.locked_until is null or b.locked_until > now()))')
/** Enabled at every level from the building down. */
export const ENABLED = raw('(b.is_enabled and r.is_enabled and f.is_enabled and d.is_enabled)')
/** Usage intended for students. */
export const FOR_STUDENTS = raw("r.usage in ('student', 'reserve')")
const CLOSED_TODAY = raw("(now() at time zone 'Asia/Shanghai')::date between r.closed_from and coalesce(r.closed_to, 'infinity')")
/** Out of use: under repair, or closed, permanently or tonight. */
export const OUT_OF_USE = raw(`(r.state <> 'normal' or coalesce(${CLOSED_TODAY.sql}, false))`)
/** Available to pools today, regardless of occupancy: computed, not stored. */
export const OFFERED = raw(`(${ENABLED.sql} and ${FOR_STUDENTS.sql} and not ${OUT_OF_USE.sql} and ${GENDER.sql} is not null and not ${LOCKED.sql})`)

interface Sources {
  rooms?: Sql
  floors?: Sql
  buildings?: Sql
}
/** Live beds `b` with room `r`, floor `f` and building `d`; `sources` substitutes tables, e.g. by staged rows of an import. */
export const bedPlaces = ({ rooms = sql`dorm_room`, floors = sql`dorm_floor`, buildings = sql`dorm_building` }: Sources = {}): Sql => sql`
  dorm_bed b join ${rooms} r on r.tenant_id = b.tenant_id and r.id = b.room_id join ${floors} f on f.tenant_id = b.tenant_id and f.id = b.floor_id
    join ${buildings} d on d.tenant_id = b.tenant_id and d.id = b.dorm_id`
/** The matching WHERE condition. */
export const liveBeds = (db: { me: { tenantId: string } }): Sql => sql`b.tenant_id = ${db.me.tenantId} and b.deleted_at is null`
