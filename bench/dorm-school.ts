import type pg from 'pg'
import { HOUR_MS } from '#model/days.ts'

const [HOUSES, FLOORS, ROOMS_A_FLOOR, BEDS] = [40, 8, 25, 4]
/** 93 % of the beds are occupied. */
const RESIDENTS = Math.round(HOUSES * FLOORS * ROOMS_A_FLOOR * BEDS * 0.93)
/** Finished nights of a term. */
const TERM = 130
export const CURFEW = '压测门禁时间'
/** Location of all buildings, within one circle. */
export const YARD = { latitude: 31.2304, longitude: 121.4737 }
/** The current night in China: from noon to noon. */
export const TONIGHT = "((now() at time zone 'Asia/Shanghai') - interval '12 hours')::date"

/** Forty buildings of two hundred rooms on one site, with recording doors, nearly full; students with an account are placed first. Idempotent. */
export async function furnish(client: pg.Client): Promise<void> {
  if ((await client.query("select from dorm_building where code like 'HOUSE-%'")).rowCount) return
  await client.query(
    `with school as (select tenant_id, id as campus_id from campus order by code limit 1),
      hours as (insert into curfew_profile (tenant_id, name) select tenant_id, '${CURFEW}' from school returning tenant_id, id),
      house as (insert into building (tenant_id, code, name, campus_id, usage, floors) select tenant_id, 'HOUSE-' || g, '压测公寓' || g, campus_id, 'dormitory', ${FLOORS} from school, generate_series(1, ${HOUSES}) g
        returning tenant_id, id, code, name)
    insert into dorm_building (tenant_id, building_id, campus_id, code, name, gender_rule, manager_ids, curfew_profile_id, gate_mode, fence)
      select h.tenant_id, h.id, s.campus_id, h.code, h.name, 'mixed', '[]', p.id, 'events', $1::jsonb from house h, school s, hours p`,
    [JSON.stringify({ lng: YARD.longitude, lat: YARD.latitude, radius: 500 })],
  )
  await client.query(
    `insert into dorm_floor (tenant_id, dorm_id, floor_no, name) select tenant_id, id, n, n || '层' from dorm_building, generate_series(1, ${FLOORS}) n where code like 'HOUSE-%'`,
  )
  const own = "join dorm_building d on d.id = f.dorm_id where d.code like 'HOUSE-%'"
  await client.query(
    `insert into dorm_room (tenant_id, floor_id, room_no, room_type) select f.tenant_id, f.id, (f.floor_no * 100 + n)::text, 'fourBath' from (select f.* from dorm_floor f ${own}) f, generate_series(1, ${ROOMS_A_FLOOR}) n`,
  )
  await client.query(`insert into dorm_bed (tenant_id, room_id, bed_no) select r.tenant_id, r.id, n from (select f.* from dorm_room f ${own}) r, generate_series(1, ${BEDS}) n`)
  await client.query(
    `insert into dorm_stay (tenant_id, student_id, student_no, name, gender_code, department_id, grade, class_id, bed_id, kind, source, state, is_open, planned_in, check_in_at)
    select s.tenant_id, s.id, s.student_no, s.name, s.gender_code, s.department_id, s.grade, s.class_id, b.id, 'main', 'import', 'checkedIn', true, current_date - 400, now() - interval '400 days'
    from (select s.*, row_number() over (order by (u.id is not null) desc, s.student_no) as n from student s left join sys_user u on u.student_id = s.id and u.user_name like 'bench-s%'
        where s.status = 'active' and s.deleted_at is null and not exists (select from dorm_stay o where o.student_id = s.id and o.is_open)) s
      join (select f.id, row_number() over (order by f.id) as n from dorm_bed f ${own}) b on b.n = s.n where s.n <= ${RESIDENTS}`,
  )
  await client.query('vacuum analyze dorm_building, dorm_floor, dorm_room, dorm_bed, dorm_stay')
  await forgetKept(client, 'dormBuilding', 'curfewProfile')
}
/** Invalidates the product's cache of entities written by SQL. */
export async function forgetKept(client: pg.Client, ...entities: string[]): Promise<void> {
  await client.query("select pg_notify('ql_cache', t.tenant_id || ':' || e) from (select id as tenant_id from tenant) t, unnest($1::text[]) e", [entities])
}
/** Wall-clock time in China, that many minutes from now. */
export const wall = (minutes: number): string => new Date(Date.now() + 8 * HOUR_MS + minutes * 60_000).toISOString().slice(11, 16)

/** Makes the current night open now, with hours the product's scheduler also arrives at (except around noon), and clears all check-ins. Returns the number of residents. */
export async function openNight(client: pg.Client): Promise<number> {
  const later = wall(180)
  await client.query(`update curfew_profile set curfew_workday = $1, curfew_free = $1, cut_off = $2, gate_opening = '11:59' where name = '${CURFEW}'`, [later, wall(240)])
  await client.query(
    `insert into night_setting (tenant_id, dorm_id, is_self, is_head, is_patrol, is_gate, open_time, close_time, gate_after) select tenant_id, id, true, false, false, false, $1, $2, $1
    from dorm_building where code like 'HOUSE-%' on conflict (tenant_id, dorm_id) do update set open_time = excluded.open_time, close_time = excluded.close_time, gate_after = excluded.gate_after`,
    [wall(-60), wall(120)],
  )
  await forgetKept(client, 'curfewProfile', 'nightSetting')
  await client.query(
    `insert into dorm_night (tenant_id, night_date, dorm_id, opens_at, closes_at, gate_after, curfew, cut_off, gate_opening, ways)
    select tenant_id, ${TONIGHT}, id, now() - interval '1 hour', now() + interval '2 hours', now() - interval '1 hour', now() + interval '3 hours', now() + interval '4 hours', now() + interval '9 hours', '["self"]'
    from dorm_building where code like 'HOUSE-%' on conflict (tenant_id, night_date, dorm_id) do update set opens_at = excluded.opens_at, closes_at = excluded.closes_at, curfew = excluded.curfew, cut_off = excluded.cut_off,
      gate_opening = excluded.gate_opening, ways = excluded.ways, closed_at = null`,
  )
  const { rowCount } = await client.query(
    `insert into night_line (tenant_id, night_date, student_id, department_id, class_id, bed_id, room_id, floor_id, dorm_id, expected)
    select s.tenant_id, ${TONIGHT}, s.student_id, s.department_id, s.class_id, s.bed_id, s.room_id, s.floor_id, s.dorm_id, 'expected' from dorm_stay s join dorm_building d on d.id = s.dorm_id
    where d.code like 'HOUSE-%' and s.state = 'checkedIn'
    on conflict (tenant_id, night_date, student_id) do update set expected = 'expected', source = null, result = 'pending', way = null, seen_at = null, evidence = null, opened_at = null, handled_state = null, told_at = null`,
  )
  await client.query('vacuum analyze night_line')
  return rowCount ?? 0
}
/** A term of finished nights before tonight's, two percent late. */
export async function pastNights(client: pg.Client): Promise<void> {
  await client.query(
    `insert into night_line (tenant_id, night_date, student_id, department_id, class_id, bed_id, room_id, floor_id, dorm_id, expected, result, way, seen_at)
    select l.tenant_id, l.night_date - k, l.student_id, l.department_id, l.class_id, l.bed_id, l.room_id, l.floor_id, l.dorm_id, 'expected', case when abs(hashtext(l.student_id::text || k)) % 100 < 2 then 'late' else 'present' end, 'self', now() - make_interval(days => k)
    from night_line l, generate_series(1, ${TERM}) k where l.night_date = ${TONIGHT} on conflict do nothing`,
  )
  await client.query(
    `insert into night_count (tenant_id, night_date, dorm_id, class_id, department_id, expected, present, late) select tenant_id, night_date, dorm_id, class_id, department_id, count(*), count(*) filter (where result = 'present'), count(*) filter (where result = 'late')
    from night_line where night_date < ${TONIGHT} group by 1, 2, 3, 4, 5 on conflict do nothing`,
  )
  await client.query('vacuum analyze night_line, night_count')
}
/** Passages of all residents through one door over some days, the last of each an entry except for one in a hundred. Returns the number of rows. */
export async function pastPassages(client: pg.Client, doorCode: string, days: number, passesADay: number): Promise<number> {
  const { rowCount } = await client.query(
    `insert into access_event (tenant_id, device_code, device_id, dorm_id, person_no, student_id, direction, event_at, way, source)
    select s.tenant_id, d.code, d.id, s.dorm_id, s.student_no, s.student_id, case when p % 2 = 0 and (p < $3::int or abs(hashtext(s.student_no)) % 100 > 0) then 'in' else 'out' end,
      ((now() at time zone 'Asia/Shanghai')::date - n + time '07:00' + make_interval(mins => p * 80 + abs(hashtext(s.student_no || n)) % 60, secs => p)) at time zone 'Asia/Shanghai', 'card', 'push'
    from dorm_stay s join dorm_building h on h.id = s.dorm_id and h.code like 'HOUSE-%' join access_device d on d.tenant_id = s.tenant_id and d.code = $1, generate_series(1, $2::int) n, generate_series(1, $3::int) p
    where s.state = 'checkedIn' on conflict do nothing`,
    [doorCode, days, passesADay],
  )
  await client.query('vacuum analyze access_event')
  return rowCount ?? 0
}
