import { Agent } from 'node:http'
import type pg from 'pg'
import { DAY_MS } from '#model/days.ts'
import type { Bench } from './bench.ts'
import { COUNT, PASSWORD, withClient } from './database.ts'
import { median } from './median.ts'
import { atTheirTime } from './paced.ts'
import { call, post, type Session, signIn, signInAll } from './product.ts'
import type { Line } from './results.ts'
import { ACCOUNTS } from './school.ts'

const OUTING = '/api/flySource-outing'
/** Thirty thousand in a school of fifty thousand. */
const ANSWERS = COUNT * 0.6
/** Half of them come in the last hour: four per second. Here at ten times that rate. */
const PACE = 42
const PRESSING = Math.floor(COUNT * 0.025)
const count = (n: number): string => n.toLocaleString('en')

/** A holiday plan of all students, three weeks ahead. */
export async function addHolidayPlan(officer: Session, name: string): Promise<{ id: string; from: string; to: string }> {
  const [holidayFrom, holidayTo] = [20, 27].map(days => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)) as [string, string]
  const { id } = await call<{ id: string }>(officer, `${OUTING}/holidayPlan/add`, {
    name: `${name} ${Date.now()}`,
    beginTime: new Date(Date.now() - DAY_MS).toISOString(),
    endTime: new Date(Date.now() + DAY_MS).toISOString(),
    audience: { roles: ['student'] },
    kind: 'short',
    holidayFrom,
    holidayTo,
  })
  return { id, from: holidayFrom, to: holidayTo }
}
interface Board {
  answered: number
  byClass: Array<{ classId: string; answered: number }>
}
/** Holiday destinations of a whole school: the last of many answers, and the office's statistics over all. */
export async function holiday({ ours, databases, say }: Bench): Promise<Line[]> {
  const officer = await signIn(ours.port, ACCOUNTS.officer, PASSWORD)
  const cantonCode = await withClient(databases.school, async client => {
    await giveAccounts(client)
    return (await client.query<{ code: string }>("select code from canton where code ~ '[1-9]$' order by md5(code) limit 1")).rows[0]?.code ?? ''
  })
  const { id: planId, from, to } = await addHolidayPlan(officer, '国庆压测')
  await call(officer, `${OUTING}/holidayPlan/publish`, { id: planId })
  const names = await withClient(databases.school, client => answerAhead(client, planId, from, to))
  const signers = [...(await signInAll(ours.port, names)).values()]
  const going = {
    planId,
    choice: 'home',
    leaveAt: `${from}T09:00:00+08:00`,
    backPlanned: `${to}T18:00:00+08:00`,
    cantonCode,
    transport: 'train',
    contactPhone: '13800000000',
  }
  const agent = new Agent({ keepAlive: true })
  const answers = await atTheirTime(signers, PACE, session => post(session, `${OUTING}/holidayDestination/answer`, JSON.stringify(going), agent))
  agent.destroy()
  const times = answers.map(a => a.ms).toSorted((a, b) => a - b)
  const p95 = times[Math.ceil(times.length * 0.95) - 1] ?? 0
  const lost = answers.filter(a => a.code !== 200)
  const board = (): Promise<Board> => call<Board>(officer, `${OUTING}/holidayDestination/board?id=${planId}`)
  const boardMs = await median(board)
  const wrong = await withClient(databases.school, async client => differing(client, planId, await board()))
  say(`${answers.length} answers: p95 ${p95.toFixed(0)} ms, ${lost.length} refused ${lost[0]?.msg ?? ''}; board ${boardMs.toFixed(0)} ms, ${wrong} classes counted wrong`)
  return [
    {
      work: `${count(answers.length)} answers at ${PACE} a second, ten times the pace of the last hour, beside ${count(ANSWERS)}`,
      figure: `p95 ${p95.toFixed(0)} ms`,
      target: '≤ 1 s',
      isMet: p95 <= 1000,
    },
    { work: 'of these answers not taken', figure: String(lost.length), target: '0', isMet: !lost.length },
    { work: 'classes whose number is not what its rows say', figure: String(wrong), target: '0', isMet: !wrong },
    { work: 'where they go, by choice, province, city, day and class, for the office', figure: `${boardMs.toFixed(0)} ms`, target: '≤ 2 s', isMet: boardMs <= 2000 },
  ]
}
/** Creates an account for every enrolled student without one. */
export async function giveAccounts(client: pg.Client): Promise<void> {
  await client.query(
    `with made as (insert into sys_user (tenant_id, realm, user_name, account_no, nick_name, user_type, student_id, department_id)
      select tenant_id, 'admin', 'bench-h' || student_no, 'bench-h' || student_no, name, 2, id, department_id from student s
      where status = 'active' and deleted_at is null and not exists (select from sys_user u where u.tenant_id = s.tenant_id and u.student_id = s.id) returning tenant_id, id)
    insert into role_user (tenant_id, role_id, user_id) select m.tenant_id, r.id, m.id from made m join role r on r.tenant_id = m.tenant_id and r.code = 'student'`,
  )
  await client.query('vacuum analyze sys_user, role_user')
}
/** Inserts most answers in advance; returns the user names of those who still answer. */
async function answerAhead(client: pg.Client, planId: string, from: string, to: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string; studentId: string }>(
    `select u.user_name as name, s.id as "studentId" from sys_user u join student s on s.id = u.student_id where u.user_name like 'bench-s%' and s.status = 'active' order by md5(u.user_name) limit $1`,
    [PRESSING],
  )
  await client.query(
    `insert into holiday_destination (tenant_id, plan_id, student_id, department_id, class_id, choice, leave_at, back_planned, canton_code, transport, contact_phone, answered_at)
    select s.tenant_id, $1, s.id, s.department_id, s.class_id, 'home', $2::date + interval '9 hours', $3::date + interval '18 hours', c.codes[1 + abs(hashtext(s.id::text)) % cardinality(c.codes)], 'train', '13800000000', now()
    from student s join lateral (select array_agg(code) as codes from canton c where c.tenant_id = s.tenant_id and code ~ '[1-9]$') c on true
    where s.status = 'active' and s.deleted_at is null and s.id <> all($4::uuid[]) limit $5`,
    [planId, from, to, rows.map(r => r.studentId), ANSWERS],
  )
  await client.query('vacuum analyze holiday_destination')
  return rows.map(r => r.name)
}
/** Number of classes whose count on the board differs from their rows. */
async function differing(client: pg.Client, planId: string, { byClass }: Board): Promise<number> {
  const { rows } = await client.query<{ id: string; n: number }>('select class_id as id, count(*)::int as n from holiday_destination where plan_id = $1 group by 1', [planId])
  const told = new Map(byClass.map(c => [c.classId, c.answered]))
  return rows.filter(r => told.get(r.id) !== r.n).length
}
