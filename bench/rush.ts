import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { HOUR_MS } from '#model/days.ts'
import type { Bench } from './bench.ts'
import { COUNT, PASSWORD, withClient } from './database.ts'
import { atTheirTime, p99Of } from './paced.ts'
import { call, post, type Session, signIn, signInAll } from './product.ts'
import type { Line } from './results.ts'
import { ACCOUNTS } from './school.ts'

const SIGN_IN = '/api/flySource-signIn'
/** Requests per second: thirty thousand within five minutes. */
const STEADY = 30_000 / 300
/** Peak: fifteen thousand per minute. */
const PEAK = 600
/** Number of students who sign in; each has an account, and the task lists the whole school. */
const STEADY_SIGNERS = Math.floor(COUNT * 0.04)
const PEAK_SIGNERS = Math.floor(COUNT * 0.036)
const YARD = { latitude: 31.2304, longitude: 121.4737 }
const count = (n: number): string => n.toLocaleString('en')

/** A school signs in by location while its office watches the board. */
export async function rush(bench: Bench): Promise<Line[]> {
  const { ours, databases } = bench
  const officer = await signIn(ours.port, ACCOUNTS.officer, PASSWORD)
  const names = await withClient(databases.school, async client => {
    const { rows } = await client.query<{ name: string }>(
      "select u.user_name as name from sys_user u join student s on s.id = u.student_id where u.user_name like 'bench-s%' and s.status = 'active' order by md5(u.user_name) limit $1",
      [STEADY_SIGNERS + PEAK_SIGNERS],
    )
    return rows.map(row => row.name)
  })
  const signers = [...(await signInAll(ours.port, names)).values()]
  const occurrenceId = await openDate(officer)
  return [
    ...(await press(bench, officer, occurrenceId, signers.slice(0, STEADY_SIGNERS), STEADY, '30,000 in five minutes')),
    ...(await press(bench, officer, occurrenceId, signers.slice(STEADY_SIGNERS), PEAK, 'the peak of 15,000 in one')),
  ]
}
/** Creates a sign-in for the whole school, open for an hour; returns its id. */
async function openDate(officer: Session): Promise<string> {
  const task = await call<{ id: string }>(officer, `${SIGN_IN}/signTask/add`, {
    name: `平安签到 ${randomUUID().slice(0, 8)}`,
    kind: 'general',
    beginTime: new Date().toISOString(),
    endTime: new Date(Date.now() + HOUR_MS).toISOString(),
    ways: ['location'],
    wayRule: 'any',
    fences: [{ kind: 'circle', ...YARD, radius: 500, system: 'wgs84' }],
    audience: { roles: ['student'] },
  })
  await call(officer, `${SIGN_IN}/signTask/publish`, { id: task.id })
  const { result } = await call<{ result: Array<{ id: string }> }>(officer, `${SIGN_IN}/signOccurrence/list?taskId=${task.id}`)
  if (!result[0]) throw new Error('the task has no date')
  return result[0].id
}
/** One sign-in each at a fixed rate; the board is requested once per second meanwhile. */
async function press({ say }: Bench, officer: Session, occurrenceId: string, signers: readonly Session[], perSecond: number, pace: string): Promise<Line[]> {
  const agent = new Agent({ keepAlive: true })
  const watched: Array<{ ms: number }> = []
  const watch = setInterval(() => {
    const began = performance.now()
    void call(officer, `${SIGN_IN}/signOccurrence/board?occurrenceId=${occurrenceId}`).then(() => watched.push({ ms: performance.now() - began }))
  }, 1000)
  const answers = await atTheirTime(signers, perSecond, session =>
    post(session, `${SIGN_IN}/signLine/sign`, JSON.stringify({ occurrenceId, ...YARD, accuracy: 20, system: 'wgs84', deviceKey: randomUUID() }), agent),
  )
  clearInterval(watch)
  agent.destroy()
  const p99 = p99Of(answers)
  const board = Math.max(...watched.map(w => w.ms), 0)
  const lost = answers.filter(a => a.code !== 200)
  say(`${answers.length} sign at ${perSecond.toFixed(0)}/s: p99 ${p99.toFixed(0)} ms, board ${board.toFixed(0)} ms at most, ${lost.length} not signed ${lost[0]?.msg ?? ''}`)
  return [
    {
      work: `${count(answers.length)} students sign by place at ${perSecond.toFixed(0)} a second (${pace})`,
      figure: `p99 ${p99.toFixed(0)} ms`,
      target: '< 1 s',
      isMet: p99 < 1000,
    },
    { work: `of these not signed, at ${perSecond.toFixed(0)} a second`, figure: String(lost.length), target: '0', isMet: !lost.length },
    {
      work: `the office’s board of ${count(COUNT)} meanwhile, at ${perSecond.toFixed(0)} a second`,
      figure: `${board.toFixed(0)} ms at most`,
      target: '< 3 s',
      isMet: board < 3000,
    },
  ]
}
