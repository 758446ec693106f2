import sql from 'sql-template-tag'
import { addDays } from '#modules/campus/model/days.ts'
import { counselledClasses } from '#modules/student/server/demo-people.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { sized } from '#server/demo/options.ts'
import { nightAt } from '../../places/model/night.ts'
import { dormBuilding } from '../../places/model/places.ts'
import { accessDevice } from '../model/access-event.ts'
import { demoDesk } from './demo-desk.ts'
import { judgeNight, recordedHours } from './judge-nights.ts'
import { newSecret } from './signature.ts'

const DEVICES = { school: 60, least: 8, gates: 2, silent: 2 }
const DAYS = 30
/** Number of nights evaluated by the real code; earlier ones are inserted as settled. */
const FRESH = 2

/** Devices, a month of passages, and alerts: past nights settled, last night's evaluated by the real code. */
export async function demoAccess(db: Db, { students }: { students: number }): Promise<void> {
  const dorms = (await db.unscoped(dormBuilding).all({ gateMode: 'events' }, { sort: ['sort'] })).map(d => d.id)
  if (!dorms.length) return
  await makeDevices(db, dorms, sized(students, DEVICES.school, DEVICES.least))
  await makePassages(db)
  await makeOdd(db)
  await db.query(sql`analyze access_event`)
  await settledNights(db, dorms)
  for (let n = FRESH; n >= 1; n--) await judgeNight(db, { night: addDays(nightAt(new Date().toISOString()), -n), dormIds: dorms })
  await demoDesk(db, dorms)
}
/** A door per building, second doors, campus gates; two devices have been silent since yesterday. */
async function makeDevices(db: Db, dorms: readonly string[], many: number): Promise<void> {
  const doors = many - DEVICES.gates
  const rows = Array.from({ length: many }, (_, i) => {
    const dormId = i < doors ? (dorms[i % dorms.length] ?? null) : null
    const round = Math.floor(i / dorms.length)
    return {
      code: `MJ${String(i + 1).padStart(3, '0')}`,
      name: dormId ? (round ? `侧门 ${round}` : '大门') : ['东校门', '南校门'][i - doors],
      dormId,
      gate: dormId ? null : ['东门', '南门'][i - doors],
      direction: 'both' as const,
      vendor: i % 3 ? '海康威视' : '大华',
      secret: newSecret(),
    }
  })
  await db.insertMany(accessDevice, rows as never)
  // demo devices send no heartbeats: they count as heard of for a day
  await db.query(sql`insert into base_params (tenant_id, params_id, version, content)
    select ${db.me.tenantId}::uuid, 'dormitory', coalesce(max(version), 0) + 1, coalesce((array_agg(content order by version desc))[1], '{}'::jsonb) || '{"deviceSilentMinutes": 1440}'::jsonb
    from base_params where tenant_id = ${db.me.tenantId} and params_id = 'dormitory'`)
  await db.query(sql`update access_device set name = coalesce((select b.name from dorm_building b where b.tenant_id = access_device.tenant_id and b.id = dorm_id), '') || name,
      last_seen_at = now() - make_interval(secs => abs(hashtext(code)) % 300), last_event_at = now() - make_interval(mins => abs(hashtext(code)) % 20)
    where tenant_id = ${db.me.tenantId}`)
  const side = rows[doors - 1]?.code ?? ''
  await db.query(sql`update access_device set last_seen_at = now() - interval '2 days', last_event_at = now() - interval '2 days', silent_since = now() - interval '2 days'
    where tenant_id = ${db.me.tenantId} and (code in (select code from access_device where tenant_id = ${db.me.tenantId} order by (dorm_id is null) desc, code desc limit ${DEVICES.silent - 1}) or code = ${side})`)
}
/** Out in the morning and back in the evening, a few late, a few not at all; each by their building's door. */
async function makePassages(db: Db): Promise<void> {
  const { tenantId } = db.me
  await db.query(sql`
    with door as (select dorm_id, id, code, row_number() over (partition by dorm_id order by code) - 1 as n, count(*) over (partition by dorm_id) as doors from access_device
      where tenant_id = ${tenantId} and dorm_id is not null and silent_since is null),
    resident as (select s.student_id, s.student_no, s.dorm_id, d.id as device_id, d.code from dorm_stay s join door d on d.dorm_id = s.dorm_id and d.n = abs(hashtext(s.student_no)) % d.doors
      where s.tenant_id = ${tenantId} and s.state = 'checkedIn' and s.student_no is not null),
    walk as (select r.*, ${today()}::date - n as day, abs(hashtext(r.student_no || n)) as h, abs(hashtext(n || r.student_no || 'night')) as k from resident r, generate_series(0, ${DAYS}) n),
    pass as (
      select w.*, 'out' as direction, (day + time '06:50' + make_interval(mins => h % 95)) as at from walk w where h % 20 > 0
      union all select w.*, 'in', case when k % 80 = 0 then day + time '23:32' + make_interval(mins => h % 80) else day + time '16:40' + make_interval(mins => h % 340) end from walk w where h % 20 > 0 and k % 260 > 0)
    insert into access_event (tenant_id, device_code, device_id, dorm_id, seq, person_no, student_id, direction, event_at, way, received_at, source)
    select ${tenantId}::uuid, code, device_id, dorm_id, (row_number() over (partition by code order by at))::int, student_no, student_id, direction, at at time zone 'Asia/Shanghai',
      (array['card', 'card', 'face', 'code'])[1 + h % 4], at at time zone 'Asia/Shanghai' + make_interval(secs => h % 4), 'push'
    from pass where at at time zone 'Asia/Shanghai' < now()`)
  await db.query(
    sql`update access_device d set received_count = e.n from (select device_id, count(*)::int as n from access_event where tenant_id = ${tenantId} group by 1) e where d.tenant_id = ${tenantId} and d.id = e.device_id`,
  )
}
/** Anomalies: students of the demo counsellor without passages for days, and invalid records. */
async function makeOdd(db: Db): Promise<void> {
  const { tenantId } = db.me
  const since = (n: number) => sql`((${today()}::date - ${n}::int) + time '15:30') at time zone 'Asia/Shanghai'`
  const own = await db.query<{ id: string }>(sql`select s.student_id as id from dorm_stay s join student t on t.tenant_id = s.tenant_id and t.id = s.student_id
      join access_device d on d.tenant_id = s.tenant_id and d.dorm_id = s.dorm_id
    where s.tenant_id = ${tenantId} and s.state = 'checkedIn' and t.class_id in ${counselledClasses(db)} and not exists (select from sys_user o where o.tenant_id = t.tenant_id and o.student_id = t.id and o.user_name = 'student')
      and not exists (select from leave l where l.tenant_id = t.tenant_id and l.student_id = t.id and l.state in ('approved', 'active', 'overdue'))
    group by s.student_id order by md5(s.student_id::text) limit 5`)
  const ids = own.map(o => o.id)
  await db.query(sql`delete from access_event where tenant_id = ${tenantId} and student_id = any(${ids.slice(0, 3)}::uuid[]) and event_at > ${since(4)}`)
  await db.query(
    sql`delete from access_event where tenant_id = ${tenantId} and student_id = any(${ids.slice(3)}::uuid[]) and event_at > ((${today()}::date - 1) + time '12:00') at time zone 'Asia/Shanghai'`,
  )
  const last = ids.map((id, i) => ({ id, direction: i % 2 || i > 2 ? 'out' : 'in', days: i > 2 ? 1 : 4 }))
  await db.query(sql`insert into access_event (tenant_id, device_code, device_id, dorm_id, person_no, student_id, direction, event_at, way, source)
    select e.tenant_id, e.device_code, e.device_id, e.dorm_id, e.person_no, e.student_id, x.direction, ((${today()}::date - x.days) + time '15:40') at time zone 'Asia/Shanghai', 'card', 'push'
    from jsonb_to_recordset(${JSON.stringify(last)}::jsonb) x(id uuid, direction text, days int) join lateral (select * from access_event e where e.tenant_id = ${tenantId} and e.student_id = x.id limit 1) e on true`)
  await db.query(sql`insert into access_event (tenant_id, device_code, device_id, dorm_id, person_no, direction, event_at, way, source, quarantine)
    select ${tenantId}::uuid, d.code, d.id, d.dorm_id, 'K' || (88210 + n % 3), case n % 2 when 0 then 'in' else 'out' end, now() - make_interval(hours => n * 7), 'card', 'push', 'unknownPerson'
    from generate_series(1, 9) n, lateral (select * from access_device where tenant_id = ${tenantId} order by code limit 1) d`)
  await db.query(sql`insert into access_event (tenant_id, device_code, device_id, dorm_id, person_no, student_id, direction, event_at, way, source, quarantine)
    select e.tenant_id, e.device_code, e.device_id, e.dorm_id, e.person_no, e.student_id, e.direction, e.event_at + interval '365 days', 'card', 'push', 'futureTime'
    from (select * from access_event where tenant_id = ${tenantId} and student_id is not null order by event_at desc limit 4) e`)
}
/** Past nights of the last month: alerts from the records, settled by the counsellors. */
async function settledNights(db: Db, dorms: readonly string[]): Promise<void> {
  const tonight = nightAt(new Date().toISOString())
  const hours = []
  for (const dormId of dorms)
    for (let n = FRESH + 1; n < DAYS; n++) {
      const night = addDays(tonight, -n)
      const of = await recordedHours(db, dormId, night)
      if (of) hours.push({ dormId, night, ...of })
    }
  await db.query(sql`
    with night as (select * from jsonb_to_recordset(${JSON.stringify(hours)}::jsonb) x("dormId" uuid, night date, curfew timestamptz, "cutOff" timestamptz, "gateOpening" timestamptz)),
    late as (select distinct on (e.student_id, n.night) n.*, e.student_id, 'lateReturn' as type, e.event_at as at from night n join access_event e on e.tenant_id = ${db.me.tenantId} and e.dorm_id = n."dormId"
      and e.event_at >= n.curfew and e.event_at < n."gateOpening" and e.direction = 'in' and e.quarantine is null order by e.student_id, n.night, e.event_at desc),
    out as (select n.*, s.student_id, 'nightOut' as type, l.event_at as at from night n join dorm_stay s on s.tenant_id = ${db.me.tenantId} and s.dorm_id = n."dormId" and s.state = 'checkedIn' and s.check_in_at < n.curfew
      join lateral (select direction, event_at from access_event where tenant_id = ${db.me.tenantId} and student_id = s.student_id and event_at < n."gateOpening" and quarantine is null order by event_at desc limit 1) l on l.direction = 'out' and l.event_at > n.curfew - interval '1 day')
    insert into access_alert (tenant_id, type, student_id, class_id, department_id, dorm_id, room_id, night_date, at, is_final, facts, state, opened_at, handled_by, handled_at, closed_at, result, explained_by, told_at, trace)
    select s.tenant_id, a.type, s.student_id, s.class_id, s.department_id, s.dorm_id, s.room_id, a.night, a.at, true, jsonb_build_object('curfew', a.curfew, 'gateOpening', a."gateOpening"),
      case when k % 7 = 0 then 'autoClosed' else 'closed' end, a.opened, case when k % 7 > 0 then f.id end, case when k % 7 > 0 then a.opened + make_interval(mins => 20 + k % 500) end, a.opened + make_interval(mins => 20 + k % 500),
      case when k % 7 > 0 then (array['confirmed', 'confirmed', 'safe', 'family'])[1 + k % 4] end, case when k % 7 = 0 then 'excused' end, a.opened,
      jsonb_build_array(jsonb_build_object('at', a.opened, 'what', 'opened', 'type', a.type), jsonb_build_object('at', a.opened + make_interval(mins => 20 + k % 500), 'what', case when k % 7 = 0 then 'autoClosed' else 'closed' end, 'type', a.type))
    from (select *, case type when 'lateReturn' then at else "cutOff" end as opened, abs(hashtext(student_id::text || night)) as k from (select * from late union all select * from out) x) a
      join dorm_stay s on s.tenant_id = ${db.me.tenantId} and s.student_id = a.student_id and s.state = 'checkedIn' and s.kind = 'main'
      left join sys_user f on f.tenant_id = s.tenant_id and f.user_name = 'fdy'
    on conflict do nothing`)
}
