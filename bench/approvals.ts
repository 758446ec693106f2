import { execFile } from 'node:child_process'
import { Agent } from 'node:http'
import { promisify } from 'node:util'
import type { Bench } from './bench.ts'
import { BACKLOG, type Cases, formOf, makeCases } from './cases.ts'
import { SECONDS, WARM_UP_SECONDS } from './compare.ts'
import { withClient } from './database.ts'
import { type Figures, fire, type Shot } from './load.ts'
import { median } from './median.ts'
import { atTheirTime, p99Of } from './paced.ts'
import { call, post, type Session, signInAll } from './product.ts'
import type { Line } from './results.ts'

const JSON_BODY = { 'content-type': 'application/json' }
const WORKFLOW = '/api/flySource-workflow'
const count = (n: number): string => n.toLocaleString('en')

/** Leave approval for a whole school: lists, single and batch decisions, and a burst of applications. */
export async function approvals(bench: Bench): Promise<Line[]> {
  const cases = await makeCases(bench)
  return [...(await lists(bench, cases)), ...(await many(bench, cases)), await decisions(bench, cases), ...(await wave(bench, cases))]
}
/** (a) One page and the count in turn, as the desktop and the approvals page request them. */
async function lists({ ours, say }: Bench, { officer }: Cases): Promise<Line[]> {
  const lines: Line[] = []
  const get = (path: string): Shot => ({ method: 'GET', path, headers: officer.headers })
  for (const [work, shots] of [
    ['todos of the desktop', [get('/api/flySource-base/todo/mine?size=20'), get('/api/flySource-base/todo/count')]],
    ['approvals', [get(`${WORKFLOW}/processTask/mine?tab=todo&size=20`), get(`${WORKFLOW}/processTask/counts`)]],
  ] as const)
    for (const connections of [1, 16]) {
      await fire(ours.port, shots, { connections, seconds: WARM_UP_SECONDS })
      const { perSecond, p50, p99 } = await fire(ours.port, shots, { connections, seconds: SECONDS })
      say(`${work}, ${connections}: ${perSecond.toFixed(0)}/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`)
      lines.push({
        work: `${work}, page 1 and numbers of one officer’s ${count(BACKLOG)}; ${connections === 1 ? 'one client' : `${connections} connections`}`,
        figure: `p99 ${p99.toFixed(1)} ms (${perSecond.toFixed(0)}/s)`,
        target: '< 50 ms',
        isMet: p99 < 50,
      })
    }
  return lines
}
/** (d) and (e): figures of the monitor, and the batch approval of five hundred leaves at the last step. */
async function many({ databases, say }: Bench, { officer }: Cases): Promise<Line[]> {
  const monitor = await median(() => call(officer, `${WORKFLOW}/processInstance/monitor`))
  const { result } = await call<{ result: Array<{ taskId: string }> }>(officer, `${WORKFLOW}/processTask/mine?tab=todo&size=200`)
  const taskIds = await withClient(databases.school, async client =>
    (
      await client.query<{ id: string }>(
        "select id from process_task where state = 'todo' and assignee_id = (select assignee_id from process_task where id = $1) order by arrived_at limit 500",
        [result[0]?.taskId],
      )
    ).rows.map(r => r.id),
  )
  const began = performance.now()
  const { done } = await call<{ done: number }>(officer, `${WORKFLOW}/processTask/decideMany`, { taskIds, action: 'approve', opinion: '同意' })
  const seconds = (performance.now() - began) / 1000
  say(`monitor ${monitor.toFixed(0)} ms; ${done} of ${taskIds.length} decided at once in ${seconds.toFixed(1)} s`)
  return [
    { work: 'numbers of the flow monitor', figure: `${monitor.toFixed(0)} ms`, target: '< 2 s', isMet: monitor < 2000 },
    {
      work: `${taskIds.length} last approvals in one batch, all agreed`,
      figure: `${seconds.toFixed(1)} s, ${done} agreed`,
      target: '< 10 s',
      isMet: seconds < 10 && done === taskIds.length,
    },
  ]
}
const DECIDERS = 16
/** Duration of our load, and tasks prepared per second of it: more than can be decided. */
const DECIDING = { warmUp: WARM_UP_SECONDS, seconds: 8, perSecond: 600 }
const BARE_SECONDS = 5
const BARE_WARM_UP_SECONDS = 1

/** (b) A counsellor approves and the college is next: over HTTP, and as bare SQL statements. */
async function decisions({ ours, databases, say }: Bench, { pool }: Cases): Promise<Line> {
  const sessions = await signInAll(ours.port, [...new Set(pool.map(p => p.userName))])
  const wanted = (DECIDING.warmUp + DECIDING.seconds) * DECIDING.perSecond
  const share = Math.min(wanted, Math.floor(pool.length / 2))
  const shots = pool.slice(0, share).map(({ taskId, userName }) => approval(sessions, taskId, userName))
  const bare = pool.slice(share).map(p => p.taskId)
  const half = Math.floor(bare.length / 2)
  const before = await bareRate(databases.school, bare.slice(0, half))
  const { figures, cpuMs } = await decide(ours, shots, share / wanted)
  const after = await bareRate(databases.school, bare.slice(half))
  const ratio = figures.perSecond / ((before + after) / 2)
  const mine = `${figures.perSecond.toFixed(0)}/s, p99 ${figures.p99.toFixed(1)} ms`
  say(`decisions: ${mine}, ${cpuMs.toFixed(1)} ms of processor; bare ${before.toFixed(0)}/s and ${after.toFixed(0)}/s, ratio ${ratio.toFixed(2)}`)
  return {
    work: `decisions over HTTP, each about a case of its own, by ${sessions.size} people; ${DECIDERS} connections`,
    figure: mine,
    ceiling: `${before.toFixed(0)}/s, ${after.toFixed(0)}/s (bare statements)`,
    ratio: ratio.toFixed(2),
    target: '≥ 0.5',
    isMet: ratio >= 0.5,
  }
}
/** Warms up with the first shots and measures the rest; shorter for a smaller school. */
async function decide(ours: Bench['ours'], shots: readonly Shot[], part: number): Promise<{ figures: Figures; cpuMs: number }> {
  const seconds = (of: number): number => Math.max(1, Math.floor(of * part))
  const first = Math.floor((shots.length * DECIDING.warmUp) / (DECIDING.warmUp + DECIDING.seconds))
  await fire(ours.port, shots.slice(0, first), { connections: DECIDERS, seconds: seconds(DECIDING.warmUp) })
  const cpu = ours.cpuSeconds()
  const figures = await fire(ours.port, shots.slice(first), { connections: DECIDERS, seconds: seconds(DECIDING.seconds) })
  return { figures, cpuMs: ((ours.cpuSeconds() - cpu) * 1000) / figures.requests }
}
const approval = (sessions: ReadonlyMap<string, Session>, taskId: string, userName: string): Shot => ({
  method: 'POST',
  path: `${WORKFLOW}/processTask/approve`,
  headers: { ...sessions.get(userName)?.headers, ...JSON_BODY },
  body: JSON.stringify({ taskId, opinion: '同意' }),
})
async function bareRate(url: string, taskIds: readonly string[]): Promise<number> {
  const child = promisify(execFile)(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'bench/decision-rate.ts', `${DECIDERS}`, `${BARE_WARM_UP_SECONDS}`, `${BARE_SECONDS}`],
    {
      env: { ...process.env, DATABASE_URL: url },
    },
  )
  child.child.stdin?.end(taskIds.join('\n'))
  return Number((await child).stdout)
}
/** A school sees two thousand in five minutes before a holiday; here they come within one. */
const HANDED_IN_PER_SECOND = 2000 / 60

/** (c) Students submit at a fixed rate, independent of response times (open loop). */
async function wave({ ours, say }: Bench, { applicants, typeId }: Cases): Promise<Line[]> {
  const sessions = await signInAll(ours.port, applicants)
  const agent = new Agent({ keepAlive: true })
  const body = JSON.stringify(formOf(typeId, 2))
  const answers = await atTheirTime([...sessions.values()], HANDED_IN_PER_SECOND, session => post(session, '/api/flySource-leave/leave/apply', body, agent))
  agent.destroy()
  const p99 = p99Of(answers)
  const refused = answers.filter(a => a.code !== 200)
  const blocked = refused.filter(a => a.code === 429).length
  say(
    `${answers.length} applications, ${HANDED_IN_PER_SECOND.toFixed(1)} a second: p99 ${p99.toFixed(0)} ms, ${blocked} kept off, ${refused.length - blocked} failed ${refused[0]?.msg ?? ''}`,
  )
  return [
    {
      work: `${count(answers.length)} leaves handed in, ${HANDED_IN_PER_SECOND.toFixed(1)} a second: five times the pace of 2,000 in five minutes`,
      figure: `p99 ${p99.toFixed(0)} ms`,
      target: '< 1 s',
      isMet: p99 < 1000,
    },
    { work: 'of these kept off (429) or failed', figure: `${blocked} and ${refused.length - blocked}`, target: '0', isMet: !refused.length },
  ]
}
