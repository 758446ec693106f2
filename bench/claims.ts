import { execFile } from 'node:child_process'
import { Agent } from 'node:http'
import { promisify } from 'node:util'
import type pg from 'pg'
import { HOUR_MS } from '#model/days.ts'
import { type Bench, launchProduct, SECOND_PORT } from './bench.ts'
import { PASSWORD, withClient } from './database.ts'
import { type Answer, call, post, type Session, signIn, signInAll } from './product.ts'
import type { Line } from './results.ts'
import { ACCOUNTS } from './school.ts'

const DORM = '/api/flySource-dorm'
/** Requests per student, each for another bed. */
const PRESSES = 2
/** Students competing for each bed. */
const RIVALS = 4
const MOST_BEDS = 1000
const CONNECTIONS = 64
const BARE_CONNECTIONS = 16
const GENDERS = ['1', '2'] as const
const count = (n: number): string => n.toLocaleString('en')

export interface Chooser {
  name: string
  studentId: string
  gender: string
}
interface Bed {
  id: string
  gender: string
}
/** Four students per bed, all at once, on two processes; and the same rows inserted by plain SQL. */
export async function claims(bench: Bench): Promise<Line[]> {
  const { ours, databases, say } = bench
  const officer = await signIn(ours.port, ACCOUNTS.officer, PASSWORD)
  const { choosers, beds } = await withClient(databases.school, async client => {
    const found = await client.query<Chooser>(
      `select u.user_name as name, s.id as "studentId", s.gender_code as gender from sys_user u join student s on s.tenant_id = u.tenant_id and s.id = u.student_id
        where u.user_name like 'bench-s%' and s.status = 'active' order by md5(u.user_name) limit $1`,
      [MOST_BEDS * RIVALS],
    )
    return { choosers: found.rows, beds: await makeBeds(client, Math.max(2, Math.floor(found.rows.length / RIVALS))) }
  })
  const roundId = await openRound(officer, databases.school)
  const other = await launchProduct(databases, {}, SECOND_PORT)
  try {
    const sessions = await signInAll(
      ours.port,
      choosers.map(c => c.name),
    )
    const wanted = GENDERS.flatMap(gender =>
      pressesOf(
        choosers.filter(c => c.gender === gender),
        beds.filter(b => b.gender === gender),
      ),
    )
    const shots = wanted.flatMap(({ name, bedId }, i) => {
      const session = sessions.get(name)
      return session ? [{ session: { ...session, port: i % 2 ? ours.port : other.port }, body: JSON.stringify({ roundId, bedId }) }] : []
    })
    const opened = await openPages(
      shots.slice(0, sessions.size).map(s => s.session),
      roundId,
    )
    const { answers, seconds } = await rush(shots)
    const stays = await standing(databases.school, roundId)
    const bare = await bareRate(databases.school, roundId)
    return [opened, ...report(say, { answers, seconds, stays, beds: beds.length, bare })]
  } finally {
    await other.stop()
  }
}
/** Loads the round's page data for each student beforehand, from the process that will handle the request. */
async function openPages(sessions: readonly Session[], roundId: string): Promise<Line> {
  const left = [...sessions]
  const began = performance.now()
  const open = async (): Promise<void> => {
    for (let session = left.pop(); session; session = left.pop())
      for (const path of ['claimRound/mine', `claimRound/places?roundId=${roundId}`]) await call(session, `${DORM}/${path}`)
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, open))
  const perSecond = (sessions.length * 1000) / (performance.now() - began)
  return { work: `${count(sessions.length)} students open the page of the round before it begins`, figure: `${perSecond.toFixed(0)}/s` }
}
/** Every student requests one bed, then another; each bed gets exactly its share of requests. */
export const pressesOf = (choosers: readonly Chooser[], beds: readonly Bed[]): Array<{ name: string; bedId: string }> =>
  Array.from({ length: PRESSES }, (_, press) => choosers.map(({ name }, n) => ({ name, bedId: beds[(n + press * Math.floor(beds.length / 3)) % beds.length]?.id ?? '' }))).flat()
interface Outcome {
  answers: ReadonlyArray<Answer & { ms: number }>
  seconds: number
  stays: { won: number; doubled: number; twice: number }
  beds: number
  bare: number
}
function report(say: Bench['say'], { answers, seconds, stays, beds, bare }: Outcome): Line[] {
  const times = answers.map(a => a.ms).toSorted((a, b) => a - b)
  const p99 = times[Math.ceil(times.length * 0.99) - 1] ?? 0
  const perSecond = answers.length / seconds
  const failed = answers.filter(a => a.code !== 200 && a.code !== 422)
  say(
    `${answers.length} claims in ${seconds.toFixed(1)} s: ${perSecond.toFixed(0)}/s, p99 ${p99.toFixed(0)} ms, ${stays.won} beds; bare ${bare.toFixed(0)}/s; ${failed.length} failed ${failed[0]?.msg ?? ''}`,
  )
  return [
    {
      work: `${count(answers.length)} claims over HTTP for ${count(beds)} beds on two processes; ${CONNECTIONS} connections`,
      figure: `${perSecond.toFixed(0)}/s, p99 ${p99.toFixed(0)} ms`,
      ceiling: `${bare.toFixed(0)}/s (bare inserts)`,
      ratio: (perSecond / bare).toFixed(2),
      target: 'p99 < 1 s, ≥ 0.6',
      isMet: p99 < 1000 && perSecond / bare >= 0.6,
    },
    {
      work: 'beds doubled, students with two, claims neither won nor told why',
      figure: `${stays.doubled}, ${stays.twice}, ${failed.length}`,
      target: '0',
      isMet: !stays.doubled && !stays.twice && !failed.length,
    },
  ]
}
/** A building per gender with rooms of four; a second run reuses the beds of the first, emptied. */
export async function makeBeds(client: pg.Client, wanted: number): Promise<Bed[]> {
  await client.query("delete from dorm_stay where batch_id in (select id from claim_round where name like '选床位压测%')")
  const { rows: known } = await client.query<Bed>(BEDS)
  if (known.length) return known
  const rooms = Math.ceil(wanted / GENDERS.length / 4)
  await client.query(
    `with school as (select tenant_id, id as campus_id from campus order by code limit 1),
      hours as (insert into curfew_profile (tenant_id, name) select tenant_id, '压测' from school returning tenant_id, id),
      house as (insert into building (tenant_id, code, name, campus_id, usage, floors) select tenant_id, 'BENCH-' || g, '压测公寓' || g, campus_id, 'dormitory', 1 from school, unnest(array['male', 'female']) g returning tenant_id, id, code),
      dorm as (insert into dorm_building (tenant_id, building_id, campus_id, code, name, gender_rule, manager_ids, curfew_profile_id, gate_mode)
        select h.tenant_id, h.id, s.campus_id, h.code, h.code, split_part(h.code, '-', 2), '[]', p.id, 'none' from house h, school s, hours p returning tenant_id, id)
    insert into dorm_floor (tenant_id, dorm_id, floor_no, name) select tenant_id, id, 1, '1层' from dorm`,
  )
  await client.query(
    "insert into dorm_room (tenant_id, floor_id, room_no, room_type) select f.tenant_id, f.id, (1000 + n)::text, 'fourBath' from dorm_floor f join dorm_building d on d.id = f.dorm_id, generate_series(1, $1::int) n where d.code like 'BENCH-%'",
    [rooms],
  )
  await client.query(
    'insert into dorm_bed (tenant_id, room_id, bed_no) select r.tenant_id, r.id, n from dorm_room r join dorm_building d on d.id = r.dorm_id, generate_series(1, 4) n where d.code like $1',
    ['BENCH-%'],
  )
  await client.query('analyze dorm_bed')
  return (await client.query<Bed>(BEDS)).rows
}
const BEDS =
  "select b.id, case d.gender_rule when 'male' then '1' else '2' end as gender from dorm_bed b join dorm_building d on d.id = b.dorm_id where d.code like 'BENCH-%' order by b.id"

export async function openRound(officer: Session, url: string): Promise<string> {
  const dormIds = await withClient(url, async client => (await client.query<{ id: string }>("select id from dorm_building where code like 'BENCH-%'")).rows.map(r => r.id))
  const at = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString()
  const { id } = await call<{ id: string }>(officer, `${DORM}/claimRound/add`, {
    name: `选床位压测 ${Date.now()}`,
    beginTime: at(-1),
    endTime: at(2),
    audience: { roles: ['student'] },
    pool: { dormIds, grants: [] },
    waves: [],
    moveIn: at(24 * 30).slice(0, 10),
    holdSeconds: 1800,
  })
  await call(officer, `${DORM}/claimRound/publish`, { id })
  return id
}
/** Sends as fast as the connections allow. */
export async function rush(shots: ReadonlyArray<{ session: Session; body: string }>) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const answers: Array<Answer & { ms: number }> = []
  let next = 0
  const work = async (): Promise<void> => {
    for (let shot = shots[next++]; shot; shot = shots[next++]) {
      const began = performance.now()
      const answer = await post(shot.session, `${DORM}/claimRound/hold`, shot.body, agent)
      answers.push({ ...answer, ms: performance.now() - began })
    }
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: CONNECTIONS }, work))
  const seconds = (performance.now() - began) / 1000
  agent.destroy()
  return { answers, seconds }
}
export const standing = (url: string, roundId: string) =>
  withClient(url, async client => {
    const { rows } = await client.query<{ won: number; doubled: number; twice: number }>(
      'select count(*)::int as won, (count(*) - count(distinct bed_id))::int as doubled, (count(*) - count(distinct student_id))::int as twice from dorm_stay where batch_id = $1 and is_open',
      [roundId],
    )
    return rows[0] ?? { won: 0, doubled: 0, twice: 0 }
  })
/** Inserts the won stays once more by a program that does nothing else. */
async function bareRate(url: string, roundId: string): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', 'bench/claim-rate.ts', roundId, `${BARE_CONNECTIONS}`], {
    env: { ...process.env, DATABASE_URL: url },
  })
  return Number(stdout)
}
