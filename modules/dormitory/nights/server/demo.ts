import sql from 'sql-template-tag'
import { addDays } from '#modules/campus/model/days.ts'
import { campusFences } from '#modules/campus/server/api.ts'
import { counselledClasses } from '#modules/student/server/demo-people.ts'
import type { Db } from '#server/context.ts'
import { sized } from '#server/demo/options.ts'
import { nightAt } from '../../places/model/night.ts'
import { dormBuilding } from '../../places/model/places.ts'
import { counsellorsOf } from '../../stays/server/api.ts'
import { nightSetting } from '../model/night-setting.ts'
import { openCases } from './case-todos.ts'
import { recountDorms } from './counts.ts'
import { demoDuty } from './demo-duty.ts'
import { beginNights, dormNights } from './dorm-nights.ts'
import { makeRoster } from './roster.ts'

const NIGHTS = 60
const PATROLLED = 10
/** Reference numbers of a school of thirty thousand. */
const CASES = { whole: 12, least: 4 }

/** Sixty nights of all residents, 97% present. Some cases of the last night are open. A few statements, whatever the number of students. */
export async function demoNights(db: Db, { students }: { students: number }): Promise<void> {
  await fences(db)
  await roomHeads(db)
  const tonight = nightAt(new Date().toISOString())
  const dates = Array.from({ length: NIGHTS }, (_, n) => addDays(tonight, n - NIGHTS))
  for (const date of dates) await beginNights(db, date)
  await db.query(sql`update dorm_night set closed_at = cut_off, reminded_at = closes_at - interval '15 minutes' where tenant_id = ${db.me.tenantId} and cut_off < now()`)
  await db.query(sql`analyze dorm_night, leave, temp_location, student`)
  await pastLines(db, addDays(tonight, -NIGHTS), addDays(tonight, -1))
  await db.query(sql`analyze night_line`)
  await thisNight(db, tonight)
  const [last] = await db.query<{ night: string | null }>(sql`select max(night_date)::text as night from dorm_night where tenant_id = ${db.me.tenantId} and closed_at is not null`)
  await openOnes(db, last?.night ?? addDays(tonight, -1), sized(students, CASES.whole, CASES.least))
  for (const date of [...dates, tonight]) {
    const closed = [...(await dormNights(db, date)).values()].filter(n => n.closedAt)
    if (closed.length)
      await recountDorms(
        db,
        date,
        closed.map(n => n.dormId),
      )
  }
  await patrols(db, addDays(tonight, -PATROLLED))
  await demoDuty(db)
}
/** Fences in a row on the first campus. */
async function fences(db: Db): Promise<void> {
  const [at] = await campusFences(db)
  if (!at) return
  await db.query(sql`update dorm_building d set fence = jsonb_build_object('lng', round(${at.longitude}::numeric + x.n * 0.0012, 6), 'lat', ${at.latitude}::numeric, 'radius', 90)
    from (select id, row_number() over (order by sort, code) as n from dorm_building where tenant_id = ${db.me.tenantId}) x where d.tenant_id = ${db.me.tenantId} and d.id = x.id and d.fence is null`)
  await db.changed(dormBuilding)
  await db.query(
    sql`insert into night_setting (tenant_id, dorm_id, is_gate) select tenant_id, id, gate_mode = 'events' from dorm_building where tenant_id = ${db.me.tenantId} on conflict do nothing`,
  )
  await db.changed(nightSetting)
}
/** The demo student is head of their room; elsewhere the occupant of the first bed. */
const roomHeads = (db: Db): Promise<unknown> =>
  db.query(sql`update dorm_room r set head_student_id = x.student_id from (select distinct on (s.room_id) s.room_id, s.student_id from dorm_stay s join dorm_bed b on b.tenant_id = s.tenant_id and b.id = s.bed_id
      where s.tenant_id = ${db.me.tenantId} and s.state = 'checkedIn'
      order by s.room_id, (s.student_id = (select u.student_id from sys_user u where u.tenant_id = s.tenant_id and u.user_name = 'student' limit 1)) desc nulls last, b.bed_no) x
    where r.tenant_id = ${db.me.tenantId} and r.id = x.room_id and r.head_student_id is null`)

/** Observation times of `p`: self check-in in the evening, patrol before curfew, gate after it. */
const TIMES = {
  self: sql`p.opens_at + make_interval(mins => (p.h * 37 % 80)::int)`,
  patrol: sql`p.curfew - make_interval(mins => 20 - (p.h % 15)::int)`,
  gate: sql`p.curfew + make_interval(mins => 10 + (p.h * 7 % 70)::int)`,
} as const
const seen = (way: keyof typeof TIMES, says = 'in', at = TIMES[way]) => sql`jsonb_build_object('way', ${way}::text, 'says', ${says}::text, 'at', ${at}, 'by', null)`
/** Excused by leave or night elsewhere; otherwise by a deterministic pseudo-random number. */
async function pastLines(db: Db, from: string, to: string): Promise<void> {
  const { tenantId } = db.me
  await db.query(sql`
    with night as materialized (select night_date, min(curfew) as curfew, max(gate_opening) as gate_opening from dorm_night where tenant_id = ${tenantId} and night_date between ${from}::date and ${to}::date group by 1),
    away as materialized (select l.student_id, n.night_date, 'leave' as source from leave l join night n on l.start_at <= n.curfew and least(l.back_at, l.end_at) >= n.gate_opening
        where l.tenant_id = ${tenantId} and l.leaves_campus and l.extends_id is null and l.state in ('approved', 'active', 'overdue', 'closed')
      union select x.student_id, n.night_date, 'tempLocation' from temp_location x join night n on x."from" <= n.curfew and least(x.back_at, x."to") >= n.gate_opening
        where x.tenant_id = ${tenantId} and x.state in ('approved', 'active', 'overdue', 'closed')),
    why as materialized (select student_id, night_date, min(source) as source from away group by 1, 2),
    p as materialized (select n.*, s.student_id, t.class_id, t.department_id, s.bed_id, s.room_id, s.floor_id, why.source as away, abs(hashtext(s.student_id::text || n.night_date::text)) % 1000 as h,
        abs(hashtext(s.student_id::text)) % 97 = 5 and extract(isodow from n.night_date) = 4 as is_habit
      from dorm_stay s join student t on t.tenant_id = s.tenant_id and t.id = s.student_id and t.status = 'active'
        join dorm_night n on n.tenant_id = s.tenant_id and n.dorm_id = s.dorm_id and n.night_date between ${from}::date and ${to}::date and s.check_in_at < n.opens_at
        left join why on why.student_id = s.student_id and why.night_date = n.night_date
      where s.tenant_id = ${tenantId} and s.state = 'checkedIn' and s.kind = 'main'),
    q as (select p.*, case when away is not null or h < 6 then 'excused' when (is_habit and h < 750) or h < 16 then 'late' when h < 24 then 'absent' else 'present' end as result from p)
    insert into night_line (tenant_id, night_date, student_id, class_id, department_id, bed_id, room_id, floor_id, dorm_id, expected, source, result, way, seen_at, evidence, conflict, opened_at, handled_state, handled_at, handled_note, told_at)
    select ${tenantId}, p.night_date, p.student_id, p.class_id, p.department_id, p.bed_id, p.room_id, p.floor_id, p.dorm_id, case p.result when 'excused' then 'excused' else 'expected' end,
      case when p.result = 'excused' then coalesce(p.away, 'exception') end, p.result, e.one ->> 'way', (e.one ->> 'at')::timestamptz,
      case when e.one is null then null when p.h between 400 and 402 then jsonb_build_array(${seen('gate', 'out', TIMES.self)}, ${seen('patrol')}) else jsonb_build_array(e.one) end,
      p.result = 'present' and p.h between 400 and 402,
      case when p.result = 'absent' then p.cut_off end,
      case when p.result = 'absent' then (array['reached', 'withFamily', 'parentInformed', 'hospital'])[1 + p.h % 4] end,
      case when p.result = 'absent' then p.cut_off + make_interval(mins => 6 + (p.h * 13 % 70)::int) end,
      case when p.result = 'absent' then (array['在同学家，已提醒按时返校', '在家，家长已确认', '家长已知情，明早返校', '在校医院输液'])[1 + p.h % 4] end,
      case when p.result = 'absent' then p.cut_off end
    from q p cross join lateral (select case when p.result = 'late' then ${seen('gate')} when p.result <> 'present' then null
      when p.h between 400 and 402 or p.h % 10 > 6 then ${seen('patrol')} else ${seen('self')} end as one) e`)
}
/** The current night: self check-ins so far. */
async function thisNight(db: Db, night: string): Promise<void> {
  await makeRoster(db, night, await beginNights(db, night))
  await db.query(sql`update dorm_night set closed_at = cut_off where tenant_id = ${db.me.tenantId} and night_date = ${night}::date and cut_off < now()`)
  await db.query(sql`with p as (select l.id, n.opens_at, n.curfew, n.cut_off, abs(hashtext(l.student_id::text || l.night_date::text)) % 1000 as h from night_line l
        join dorm_night n on n.tenant_id = l.tenant_id and n.night_date = l.night_date and n.dorm_id = l.dorm_id
      where l.tenant_id = ${db.me.tenantId} and l.night_date = ${night}::date and l.expected = 'expected'
        and l.student_id is distinct from (select u.student_id from sys_user u where u.tenant_id = l.tenant_id and u.user_name = 'student' limit 1))
    update night_line l set result = case when p.h < 16 then 'late' else 'present' end, way = e.one ->> 'way', seen_at = (e.one ->> 'at')::timestamptz, evidence = jsonb_build_array(e.one)
    from p cross join lateral (select case when p.h < 16 then ${seen('gate')} when p.h % 10 > 6 then ${seen('patrol')} else ${seen('self')} end as one) e
    where l.tenant_id = ${db.me.tenantId} and l.id = p.id and (e.one ->> 'at')::timestamptz < now()`)
  // the demo student has not checked in; past the cut-off nobody is pending
  await db.query(sql`update night_line l set result = 'present', way = 'patrol', seen_at = n.curfew, evidence = jsonb_build_array(jsonb_build_object('way', 'patrol', 'says', 'in', 'at', n.curfew, 'by', null))
    from dorm_night n where l.tenant_id = ${db.me.tenantId} and l.night_date = ${night}::date and l.result = 'pending' and n.tenant_id = l.tenant_id and n.night_date = l.night_date and n.dorm_id = l.dorm_id and n.cut_off < now()`)
}
/** Open cases of the last night, the demo counsellor's first; one student was out before. */
async function openOnes(db: Db, night: string, count: number): Promise<void> {
  const open = await db.query<{ id: string; studentId: string; classId: string | null; departmentId: string | null }>(sql`
    with chosen as (select l.id from night_line l where l.tenant_id = ${db.me.tenantId} and l.night_date = ${night}::date and l.expected = 'expected'
        and l.student_id is distinct from (select u.student_id from sys_user u where u.tenant_id = l.tenant_id and u.user_name = 'student' limit 1)
      order by (l.class_id in ${counselledClasses(db)}) desc, md5(l.student_id::text || 'case') limit ${count})
    update night_line l set result = 'absent', way = null, seen_at = null, evidence = null, conflict = false, opened_at = n.cut_off, handled_state = 'open', handled_at = null, handled_note = null, told_at = n.cut_off,
      escalation = case when n.cut_off < now() - interval '2 hours' then 2 when n.cut_off < now() - interval '1 hour' then 1 else 0 end
    from dorm_night n where l.tenant_id = ${db.me.tenantId} and l.id in (select id from chosen) and n.tenant_id = l.tenant_id and n.night_date = l.night_date and n.dorm_id = l.dorm_id
    returning l.id, l.student_id as "studentId", l.class_id as "classId", l.department_id as "departmentId"`)
  const [first] = open
  if (first)
    await db.query(sql`update night_line l set result = 'absent', way = null, seen_at = null, evidence = null, conflict = false, opened_at = n.cut_off, handled_state = 'withFamily', handled_at = n.cut_off + interval '25 minutes',
        handled_note = '在家，家长已确认', told_at = n.cut_off
      from dorm_night n where l.tenant_id = ${db.me.tenantId} and l.student_id = ${first.studentId} and l.night_date in (${addDays(night, -7)}::date, ${addDays(night, -14)}::date) and l.expected = 'expected'
        and n.tenant_id = l.tenant_id and n.night_date = l.night_date and n.dorm_id = l.dorm_id`)
  const readers = await counsellorsOf(db, open)
  await openCases(
    db,
    [...new Set(open.flatMap(o => readers(o)))].map(userId => ({ userId, night })),
  )
}
/** Each building's manager has patrolled every room. */
const patrols = (db: Db, since: string): Promise<unknown> =>
  db.query(sql`insert into dorm_patrol (tenant_id, night_date, dorm_id, "by", started_at, last_at, rooms, room_count, out_count)
    select x.tenant_id, x.night_date, x.dorm_id, u.id, min(x.at), max(x.at), jsonb_agg(jsonb_build_object('roomId', x.room_id, 'at', x.at, 'out', x.out, 'late', '[]'::jsonb) order by x.at), count(*)::int,
      sum(jsonb_array_length(x.out))::int
    from (select l.tenant_id, l.night_date, l.dorm_id, l.room_id, n.curfew - interval '20 minutes' + make_interval(secs => (abs(hashtext(l.room_id::text)) % 1500)::int) as at,
        coalesce(jsonb_agg(l.student_id) filter (where l.result = 'absent'), '[]'::jsonb) as out
      from night_line l join dorm_night n on n.tenant_id = l.tenant_id and n.night_date = l.night_date and n.dorm_id = l.dorm_id
      where l.tenant_id = ${db.me.tenantId} and l.night_date >= ${since}::date and n.closed_at is not null group by l.tenant_id, l.night_date, l.dorm_id, l.room_id, n.curfew) x
    join dorm_building d on d.tenant_id = x.tenant_id and d.id = x.dorm_id
    join lateral (select u.id from sys_user u where u.tenant_id = d.tenant_id and u.teacher_id::text = d.manager_ids ->> 0 and u.realm = 'admin' limit 1) u on true
    group by x.tenant_id, x.night_date, x.dorm_id, u.id`)
