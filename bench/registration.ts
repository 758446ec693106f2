import { Agent } from 'node:http'
import type pg from 'pg'
import { DAY_MS } from '#model/days.ts'
import type { Bench } from './bench.ts'
import { COUNT, PASSWORD, withClient } from './database.ts'
import { forgetKept, YARD } from './dorm-school.ts'
import { giveAccounts } from './holiday.ts'
import { atTheirTime } from './paced.ts'
import { type Answer, call, post, signIn, signInAll } from './product.ts'
import type { Line } from './results.ts'
import { ACCOUNTS } from './school.ts'

const STANDING = '/api/flySource-standing'
/** Twenty thousand in a school of fifty thousand register within an hour, a third of them in its worst five minutes: 22 a second. */
const [REGISTERED, PACE] = [COUNT * 0.4, 22]
const PRESSING = Math.floor(COUNT * 0.025)
const count = (n: number): string => n.toLocaleString('en')
interface Registered extends Answer {
  data: { state: string } | null
}
interface Board {
  registered: number
}
/** A term begins: many register by themselves at once, inside the campus, while the office looks at the board. */
export async function registration({ ours, databases, say }: Bench): Promise<Line[]> {
  const officer = await signIn(ours.port, ACCOUNTS.officer, PASSWORD)
  await withClient(databases.school, async client => {
    await giveAccounts(client)
    await client.query('update campus set lat = $1, lng = $2, geo_radius = 800', [YARD.latitude, YARD.longitude])
    await forgetKept(client, 'campus')
  })
  const batchId = await openBatch(officer)
  const names = await withClient(databases.school, client => registerAhead(client, batchId))
  const signers = [...(await signInAll(ours.port, names)).values()]
  const agent = new Agent({ keepAlive: true })
  const body = JSON.stringify({ batchId, ...YARD, accuracy: 10 })
  const answers = await atTheirTime(signers, PACE, session => post(session, `${STANDING}/registrationRecord/register`, body, agent) as Promise<Registered>)
  agent.destroy()
  const began = performance.now()
  const board = await call<Board>(officer, `${STANDING}/registrationRecord/board?id=${batchId}`)
  const boardMs = performance.now() - began
  const times = answers.map(a => a.ms).toSorted((a, b) => a - b)
  const p95 = times[Math.ceil(times.length * 0.95) - 1] ?? 0
  const lost = answers.filter(a => a.data?.state !== 'registered')
  const { twice, rows } = await withClient(databases.school, client => stored(client, batchId))
  say(
    `${answers.length} registrations: p95 ${p95.toFixed(0)} ms, ${lost.length} not registered ${lost[0]?.msg ?? ''}, ${twice} twice; board ${board.registered} of ${rows} in ${boardMs.toFixed(0)} ms`,
  )
  return [
    { work: `${count(answers.length)} register themselves at ${PACE} a second beside ${count(rows)}`, figure: `p95 ${p95.toFixed(0)} ms`, target: '≤ 1 s', isMet: p95 <= 1000 },
    { work: 'of these not registered, or with two records', figure: `${lost.length}, ${twice}`, target: 'none', isMet: !lost.length && !twice },
    { work: 'the board after the last of them, complete', figure: `${boardMs.toFixed(0)} ms`, target: '≤ 10 s', isMet: boardMs <= 10_000 && board.registered === rows },
  ]
}
async function openBatch(officer: Awaited<ReturnType<typeof signIn>>): Promise<string> {
  const draft = {
    ...{ name: `压测注册 ${Date.now()}`, xn: `${2040 + (Date.now() % 50)}-${2041 + (Date.now() % 50)}`, xqM: '1', selfAllowed: true, audience: { roles: ['student'] } },
    ...{ beginTime: new Date(Date.now() - DAY_MS).toISOString(), endTime: new Date(Date.now() + DAY_MS).toISOString() },
  }
  const { id } = await call<{ id: string }>(officer, `${STANDING}/registrationBatch/add`, draft)
  const owed = { name: '本学年费用已缴或已落实', when: { fact: 'fee.yearOwed', op: 'eq', value: 0 } }
  await call(officer, `${STANDING}/registrationBatch/saveConditions`, { id, conditions: [owed] })
  await call(officer, `${STANDING}/registrationBatch/publish`, { id })
  return id
}
/** Registers most of them; returns the user names of those who still have to. */
async function registerAhead(client: pg.Client, batchId: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string; studentId: string }>(
    `select u.user_name as name, s.id as "studentId" from sys_user u join student s on s.id = u.student_id where u.user_name like 'bench-s%' and s.status = 'active' order by md5(u.user_name) limit $1`,
    [PRESSING],
  )
  await client.query(
    `insert into registration_record (tenant_id, batch_id, student_id, department_id, class_id, state, method, at)
    select s.tenant_id, $1, s.id, s.department_id, s.class_id, 'registered', 'self', now() from student s
    where s.status = 'active' and s.deleted_at is null and s.id <> all($2::uuid[]) order by md5(s.id::text) limit $3`,
    [batchId, rows.map(r => r.studentId), Math.max(0, REGISTERED - rows.length)],
  )
  await client.query('vacuum analyze registration_record')
  return rows.map(r => r.name)
}
async function stored(client: pg.Client, batchId: string): Promise<{ twice: number; rows: number }> {
  const { rows } = await client.query<{ twice: number; rows: number }>(
    `select count(*)::int - count(distinct student_id)::int as twice, count(*) filter (where state = 'registered')::int as rows from registration_record where batch_id = $1`,
    [batchId],
  )
  return rows[0] ?? { twice: 0, rows: 0 }
}
