import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Bench } from './bench.ts'
import { PASSWORD, withClient } from './database.ts'
import { median } from './median.ts'
import { atTheirTime } from './paced.ts'
import { call, post, type Session, signIn, signInAll } from './product.ts'
import type { Line } from './results.ts'
import { ACCOUNTS } from './school.ts'

const DORM = '/api/flySource-dorm'
const RESIDENTS = 28_000
/** The peak between 21:30 and 23:00. */
const PEAK = 400
const HOUSES = 40
const BEDS = 4
const YARD = { latitude: 31.2304, longitude: 121.4737 }
/** A term of nights that are over. */
const TERM = 130
const MOST_DIGEST_MS = 5 * 60_000
const count = (n: number): string => n.toLocaleString('en')

/** The residents of a large school: they press, the board follows, digests go out; then a term of nights lies behind them. */
export async function nights(bench: Bench): Promise<Line[]> {
  const { ours, databases } = bench
  const officer = await signIn(ours.port, ACCOUNTS.officer, PASSWORD)
  const { names, residents } = await withClient(databases.school, async client => {
    await makeHouses(client)
    await openNight(client)
    const residents = (await client.query<{ n: number }>(`select count(*)::int as n from night_line where night_date = ${TONIGHT}`)).rows[0]?.n ?? 0
    const { rows } = await client.query<{ name: string }>(
      `select u.user_name as name from sys_user u join night_line l on l.student_id = u.student_id where u.user_name like 'bench-s%' and l.night_date = ${TONIGHT}`,
    )
    return { names: rows.map(r => r.name), residents }
  })
  const signers = [...(await signInAll(ours.port, names)).values()]
  return [...(await press(bench, officer, signers, residents)), ...(await digests(bench, officer)), ...(await behind(bench, officer))]
}
/** From noon to noon, in China. */
const TONIGHT = "((now() at time zone 'Asia/Shanghai') - interval '12 hours')::date"
/** Forty houses in one yard, rooms of four, a bed for each of the first residents; a second run finds them. */
async function makeHouses(client: pg.Client): Promise<void> {
  if ((await client.query("select from dorm_building where code like 'NIGHT-%'")).rowCount) return
  await client.query(
    `with school as (select tenant_id, id as campus_id from campus order by code limit 1),
      hours as (insert into curfew_profile (tenant_id, name) select tenant_id, '归寝压测' from school returning tenant_id, id),
      house as (insert into building (tenant_id, code, name, campus_id, usage, floors) select tenant_id, 'NIGHT-' || g, '归寝压测' || g, campus_id, 'dormitory', 1 from school, generate_series(1, ${HOUSES}) g returning tenant_id, id, code),
      dorm as (insert into dorm_building (tenant_id, building_id, campus_id, code, name, gender_rule, manager_ids, curfew_profile_id, gate_mode, fence)
        select h.tenant_id, h.id, s.campus_id, h.code, h.code, 'mixed', '[]', p.id, 'none', $1::jsonb from house h, school s, hours p returning tenant_id, id)
    insert into dorm_floor (tenant_id, dorm_id, floor_no, name) select tenant_id, id, 1, '1层' from dorm`,
    [JSON.stringify({ lng: YARD.longitude, lat: YARD.latitude, radius: 500 })],
  )
  const own = "join dorm_building d on d.id = f.dorm_id where d.code like 'NIGHT-%'"
  await client.query(
    `insert into dorm_room (tenant_id, floor_id, room_no, room_type) select f.tenant_id, f.id, (1000 + n)::text, 'fourBath' from (select f.* from dorm_floor f ${own}) f, generate_series(1, ${Math.ceil(RESIDENTS / HOUSES / BEDS)}) n`,
  )
  await client.query(`insert into dorm_bed (tenant_id, room_id, bed_no) select r.tenant_id, r.id, n from (select f.* from dorm_room f ${own}) r, generate_series(1, ${BEDS}) n`)
  await client.query(
    `insert into dorm_stay (tenant_id, student_id, student_no, name, gender_code, department_id, grade, class_id, bed_id, kind, source, state, is_open, planned_in, check_in_at)
    select s.tenant_id, s.id, s.student_no, s.name, s.gender_code, s.department_id, s.grade, s.class_id, b.id, 'main', 'import', 'checkedIn', true, current_date - 400, now() - interval '400 days'
    from (select s.*, row_number() over (order by (u.id is not null) desc, s.student_no) as n from student s left join sys_user u on u.student_id = s.id and u.user_name like 'bench-s%'
        where s.status = 'active' and not exists (select from dorm_stay o where o.student_id = s.id and o.is_open)) s
      join (select f.id, row_number() over (order by f.id) as n from dorm_bed f ${own}) b on b.n = s.n`,
  )
}
/** This night runs now, whatever the clock says; nobody has been seen yet. */
async function openNight(client: pg.Client): Promise<void> {
  await client.query(
    `insert into dorm_night (tenant_id, night_date, dorm_id, opens_at, closes_at, gate_after, curfew, cut_off, gate_opening, ways, closed_at)
    select tenant_id, ${TONIGHT}, id, now() - interval '1 hour', now() + interval '2 hours', now() - interval '1 hour', now() + interval '3 hours', now() + interval '4 hours', now() + interval '9 hours', '["self"]', now()
    from dorm_building where code like 'NIGHT-%' on conflict (tenant_id, night_date, dorm_id) do update set opens_at = excluded.opens_at, closes_at = excluded.closes_at, curfew = excluded.curfew, cut_off = excluded.cut_off,
      gate_opening = excluded.gate_opening, ways = excluded.ways, closed_at = now()`,
  )
  await client.query(
    `insert into night_line (tenant_id, night_date, student_id, department_id, class_id, bed_id, room_id, floor_id, dorm_id, expected)
    select s.tenant_id, ${TONIGHT}, s.student_id, s.department_id, s.class_id, s.bed_id, s.room_id, s.floor_id, s.dorm_id, 'expected' from dorm_stay s join dorm_building d on d.id = s.dorm_id
    where d.code like 'NIGHT-%' and s.state = 'checkedIn'
    on conflict (tenant_id, night_date, student_id) do update set expected = 'expected', source = null, result = 'pending', way = null, seen_at = null, evidence = null, opened_at = null, handled_state = null, told_at = null`,
  )
  await client.query('vacuum analyze night_line')
}
/** One press each, at its own time; the office's board is asked for once a second meanwhile. */
async function press({ say }: Bench, officer: Session, signers: readonly Session[], residents: number): Promise<Line[]> {
  const agent = new Agent({ keepAlive: true })
  const watched: number[] = []
  const watch = setInterval(() => {
    const began = performance.now()
    void call(officer, `${DORM}/nightLine/board`).then(() => watched.push(performance.now() - began))
  }, 1000)
  const answers = await atTheirTime(signers, PEAK, session => post(session, `${DORM}/nightLine/press`, JSON.stringify({ ...YARD, accuracy: 20, system: 'wgs84' }), agent))
  clearInterval(watch)
  agent.destroy()
  const times = answers.map(a => a.ms).toSorted((a, b) => a - b)
  const p95 = times[Math.ceil(times.length * 0.95) - 1] ?? 0
  const board = Math.max(...watched, 0)
  const lost = answers.filter(a => a.code !== 200)
  say(`${answers.length} press at ${PEAK}/s: p95 ${p95.toFixed(0)} ms, board ${board.toFixed(0)} ms at most, ${lost.length} not counted ${lost[0]?.msg ?? ''}`)
  return [
    { work: `${count(answers.length)} of ${count(residents)} residents press at ${PEAK} a second`, figure: `p95 ${p95.toFixed(0)} ms`, target: '≤ 500 ms', isMet: p95 <= 500 },
    { work: 'of these not counted', figure: String(lost.length), target: '0', isMet: !lost.length },
    { work: 'the office’s board meanwhile, a second old at most', figure: `${board.toFixed(0)} ms at most`, target: '≤ 1 s', isMet: board <= 1000 },
  ]
}
/** So many minutes from now, as it hangs on the wall in China. */
const wall = (minutes: number): string => new Date(Date.now() + 8 * 3_600_000 + minutes * 60_000).toISOString().slice(11, 16)
/** The cut-off comes: most have been seen, three in a hundred have not. The product's own clock does the rest. */
async function digests({ databases, say }: Bench, officer: Session): Promise<Line[]> {
  const { result } = await call<{ result: Array<{ id: string; name: string }> }>(officer, `${DORM}/curfewProfile/list?size=100`)
  // the minute's work asks the profile for the hours
  await call(officer, `${DORM}/curfewProfile/update`, {
    id: result.find(r => r.name === '归寝压测')?.id,
    curfewWorkday: wall(-2),
    curfewFree: wall(-2),
    cutOff: wall(-1),
    gateOpening: '11:59',
  })
  return withClient(databases.school, async client => {
    await client.query(
      `update night_line set result = 'present', way = 'self', seen_at = now() where night_date = ${TONIGHT} and result = 'pending' and abs(hashtext(student_id::text)) % 100 >= 3`,
    )
    await client.query(`update dorm_night set curfew = now() - interval '2 hours', cut_off = now(), closed_at = null where night_date = ${TONIGHT}`)
    const began = performance.now()
    const waiting = async () =>
      (
        await client.query<{ cases: number; left: number; open: number }>(
          `select count(*) filter (where handled_state = 'open')::int as cases, count(*) filter (where handled_state = 'open' and told_at is null)::int as left, count(*) filter (where result = 'pending')::int as open
          from night_line where night_date = ${TONIGHT}`,
        )
      ).rows[0]
    let now = await waiting()
    while (performance.now() - began < MOST_DIGEST_MS && (!now?.cases || now.left || now.open)) {
      await pause(1000)
      now = await waiting()
    }
    const seconds = (performance.now() - began) / 1000
    const isMet = Boolean(now?.cases) && !now?.left && !now?.open
    say(`${now?.cases} cases told after ${seconds.toFixed(0)} s`)
    return [{ work: `digests of ${count(now?.cases ?? 0)} missing, from the cut-off until the last is told`, figure: `${seconds.toFixed(0)} s`, target: '≤ 300 s', isMet }]
  })
}
/** Several million lines behind them: one student's history, and what a term came to. */
async function behind({ databases, ours, say }: Bench, officer: Session): Promise<Line[]> {
  const { lines, studentId, from, to } = await withClient(databases.school, async client => {
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
    const { rows } = await client.query<{ lines: number; studentId: string; from: string; to: string }>(
      `select count(*)::int as lines, min(student_id::text) as "studentId", min(night_date)::text as "from", (${TONIGHT} - 1)::text as "to" from night_line`,
    )
    return rows[0] ?? { lines: 0, studentId: '', from: '', to: '' }
  })
  const college = await signIn(ours.port, ACCOUNTS.oneCollege, PASSWORD)
  const history = await median(() => call(officer, `${DORM}/nightLine/list?size=20&studentId=${studentId}`))
  const term = await median(() => call(officer, `${DORM}/nightCount/statistics?from=${from}&to=${to}`))
  const own = await median(() => call(college, `${DORM}/nightCount/statistics?from=${from}&to=${to}`))
  say(`${count(lines)} lines: history ${history.toFixed(0)} ms, term ${term.toFixed(0)} ms, of one college ${own.toFixed(0)} ms`)
  return [
    { work: `one student’s history among ${count(lines)} nights`, figure: `${history.toFixed(0)} ms`, target: '≤ 1 s', isMet: history <= 1000 },
    { work: `a term by building, class, weekday and night, of the school`, figure: `${term.toFixed(0)} ms`, target: '≤ 3 s', isMet: term <= 3000 },
    { work: `the same of one college`, figure: `${own.toFixed(0)} ms`, target: '≤ 3 s', isMet: own <= 3000 },
  ]
}
