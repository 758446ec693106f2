import { Agent } from 'node:http'
import { signatureOf } from '#modules/dormitory/server/access/signature.ts'
import type { Bench } from './bench.ts'
import { PASSWORD, withClient } from './database.ts'
import { type Answer, call, post, signIn } from './product.ts'
import type { Line } from './results.ts'
import { ACCOUNTS, SCHOOL_CODE } from './school.ts'

const DORM = '/api/flySource-dorm'
const PUSH = `${DORM}/accessEvent/openApi/push`
const DEVICES = 60
/** Records of the peak second, and those one device sends again. */
const [PEAK, REPLAYED, A_CALL] = [3000, 5000, 50]
/** Days of records that are there already: ten passages a day and student. */
const [DAYS, PASSES] = [3, 10]
const DAY_MS = 86_400_000
const count = (n: number): string => n.toLocaleString('en')

interface Door {
  code: string
  secret: string
}
/** The gates of a large school in their busiest second, and the alerts of a night in which somebody is always out. */
export async function gates({ ours, databases, say }: Bench): Promise<Line[]> {
  const officer = await signIn(ours.port, ACCOUNTS.officer, PASSWORD)
  const { dormId, numbers } = await withClient(databases.school, async client => {
    await client.query(HOUSE)
    await client.query(RESIDENTS)
    const house = await client.query<{ id: string }>("select id from dorm_building where code = 'GATES'")
    const people = await client.query<{ no: string }>("select s.student_no as no from dorm_stay s where s.stay_no like 'GATES%' order by 1")
    return { dormId: house.rows[0]?.id ?? '', numbers: people.rows.map(p => p.no) }
  })
  const doors: Door[] = []
  for (let n = 0; n < DEVICES; n++)
    doors.push(await call<Door>(officer, `${DORM}/accessDevice/create`, { code: `GATES-${Date.now()}-${n}`, name: `压测 ${n}`, dormId, direction: 'both' }))
  const stored = await withClient(databases.school, async client => {
    const { rowCount } = await client.query(RECORDS, [doors[0]?.code, DAYS, PASSES])
    await client.query('analyze access_event')
    return rowCount ?? 0
  })
  const agent = new Agent({ keepAlive: true, maxSockets: DEVICES })
  const send = ({ code, secret }: Door, records: object[]): Promise<Answer & { data?: { stored: number; repeats: number } }> => {
    const [timestamp, body] = [String(Date.now()), JSON.stringify({ records })]
    const headers = { 'Tenant-Id': SCHOOL_CODE, 'Device-Code': code, 'Device-Timestamp': timestamp, 'Device-Signature': signatureOf(secret, timestamp, body) }
    return post({ port: ours.port, headers }, PUSH, body, agent)
  }
  const recordsOf = (first: number, many: number, eventAt: string): object[] =>
    Array.from({ length: many }, (_, i) => ({ seq: first + i, personNo: numbers[(first + i) % numbers.length], direction: i % 2 ? 'in' : 'out', eventAt, way: 'card' }))
  const now = new Date(Date.now() - 60_000).toISOString()
  const began = performance.now()
  const answers = await Promise.all(Array.from({ length: PEAK / A_CALL }, (_, n) => send(doors[n % DEVICES] as Door, recordsOf(n * A_CALL, A_CALL, now))))
  const seconds = (performance.now() - began) / 1000
  const taken = answers.reduce((n, a) => n + (a.data?.stored ?? 0), 0)
  const again: Array<Awaited<ReturnType<typeof send>>> = []
  for (let n = 0; n < REPLAYED / A_CALL; n++) again.push(await send(doors[0] as Door, recordsOf(0, A_CALL, now)))
  const doubled = again.reduce((n, a) => n + (a.data?.stored ?? 0), 0)
  const night = new Date(Date.now() - 2 * DAY_MS).toISOString().slice(0, 10)
  const judging = performance.now()
  const { changed } = await call<{ changed: number }>(officer, `${DORM}/accessAlert/recompute`, { night, dormId })
  const judged = (performance.now() - judging) / 1000
  agent.destroy()
  say(
    `${count(PEAK)} records in ${seconds.toFixed(2)} s beside ${count(stored)}; ${doubled} of ${count(REPLAYED)} repeats stored; ${count(changed)} alerts of ${count(numbers.length)} residents in ${judged.toFixed(1)} s`,
  )
  return [
    {
      work: `${count(PEAK)} passages of ${DEVICES} devices, ${A_CALL} a signed call, beside ${count(stored)} records`,
      figure: `${seconds.toFixed(2)} s`,
      target: '≤ 1 s, none lost',
      isMet: seconds <= 1 && taken === PEAK,
    },
    { work: `${count(REPLAYED)} passages that one device sends again: stored twice`, figure: String(doubled), target: '0', isMet: doubled === 0 },
    { work: `the alerts of a night of ${count(numbers.length)} residents`, figure: `${judged.toFixed(1)} s`, target: '≤ 300 s (cut-off 00:30, ready 00:35)', isMet: judged <= 300 },
  ]
}
/** One house for everybody; a second run finds it. */
const HOUSE = `
  with school as (select tenant_id, id as campus_id from campus order by code limit 1),
    hours as (insert into curfew_profile (tenant_id, name) select tenant_id, '门禁压测' from school where not exists (select from dorm_building where code = 'GATES') returning tenant_id, id),
    house as (insert into building (tenant_id, code, name, campus_id, usage, floors) select s.tenant_id, 'GATES', '门禁压测公寓', s.campus_id, 'dormitory', 1 from school s join hours using (tenant_id) returning tenant_id, id),
    dorm as (insert into dorm_building (tenant_id, building_id, campus_id, code, name, gender_rule, manager_ids, curfew_profile_id, gate_mode)
      select h.tenant_id, h.id, s.campus_id, 'GATES', '门禁压测', 'mixed', '[]', p.id, 'events' from house h, school s, hours p returning tenant_id, id),
    floor as (insert into dorm_floor (tenant_id, dorm_id, floor_no, name) select tenant_id, id, 1, '1层' from dorm returning tenant_id, id)
  insert into dorm_room (tenant_id, floor_id, room_no, room_type) select tenant_id, id, n::text, 'fourBath' from floor, generate_series(1, 2500) n`
const RESIDENTS = `
  with made as (insert into dorm_bed (tenant_id, room_id, bed_no) select r.tenant_id, r.id, n from dorm_room r join dorm_building d on d.id = r.dorm_id, generate_series(1, 12) n
      where d.code = 'GATES' and not exists (select from dorm_bed b where b.room_id = r.id) returning tenant_id, id, room_id, floor_id, dorm_id),
    bed as (select *, row_number() over (order by id) as n from made),
    pupil as (select s.*, row_number() over (order by s.student_no) as n from student s where s.status = 'active' and s.deleted_at is null
      and not exists (select from dorm_stay o where o.tenant_id = s.tenant_id and o.student_id = s.id and o.is_open))
  insert into dorm_stay (tenant_id, stay_no, student_id, student_no, name, gender_code, department_id, class_id, bed_id, room_id, floor_id, dorm_id, kind, source, state, planned_in, check_in_at)
  select p.tenant_id, 'GATES' || p.n, p.id, p.student_no, p.name, p.gender_code, p.department_id, p.class_id, b.id, b.room_id, b.floor_id, b.dorm_id, 'main', 'manual', 'checkedIn', current_date - 60, now() - interval '60 days'
  from pupil p join bed b on b.n = p.n`
/** Days of passages, the last of each an entry, but for one in a hundred. */
const RECORDS = `
  insert into access_event (tenant_id, device_code, device_id, dorm_id, person_no, student_id, direction, event_at, way, source)
  select s.tenant_id, d.code, d.id, d.dorm_id, s.student_no, s.student_id, case when p % 2 = 0 and (p < $3::int or abs(hashtext(s.student_no)) % 100 > 0) then 'in' else 'out' end,
    ((now() at time zone 'Asia/Shanghai')::date - n + time '07:00' + make_interval(mins => p * 80 + abs(hashtext(s.student_no || n)) % 60, secs => p)) at time zone 'Asia/Shanghai', 'card', 'push'
  from dorm_stay s join access_device d on d.tenant_id = s.tenant_id and d.code = $1, generate_series(1, $2::int) n, generate_series(1, $3::int) p where s.stay_no like 'GATES%' on conflict do nothing`
