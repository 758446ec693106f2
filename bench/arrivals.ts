import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Bench } from './bench.ts'
import { PASSWORD, withClient } from './database.ts'
import { fire, type Shot } from './load.ts'
import { atTheirTime } from './paced.ts'
import { tokenShot } from './product.ts'
import type { Line } from './results.ts'
import { ourLists } from './workloads.ts'

/** Users on campus share a handful of public addresses: 8,000 people in ten minutes are 13 per second. They arrive at three times that rate. */
const ADDRESSES = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5', '127.0.0.6', '127.0.0.7']
const PER_SECOND = 40
const SECONDS = 45
/** Accounts below this number are used by another measurement. */
const FIRST = 3000

/** Sign-ins from six addresses under the default rate limits, with other users working meanwhile. */
export async function arrivals(bench: Bench): Promise<Line[]> {
  const { ours, session, school, say } = bench
  const [{ blocked, failed }, others] = await withDefaultLimits(bench, () =>
    Promise.all([arrive(ours.port), pause(1000).then(() => fire(ours.port, ourLists(session.headers, school), { connections: 8, seconds: SECONDS - 5, pause: 100 }))]),
  )
  const all = PER_SECOND * SECONDS
  say(`${all} sign-ins from six addresses, ${PER_SECOND} a second: ${blocked} blocked, ${failed} failed; p99 of lists ${others.p99.toFixed(0)} ms`)
  return [
    {
      work: `blocked by address of ${all.toLocaleString('en')} sign-ins from six addresses, ${PER_SECOND} a second`,
      figure: failed ? `${blocked}; ${failed} failed otherwise` : `${blocked}`,
      target: '0',
      isMet: blocked + failed === 0,
    },
    { work: 'p99 of lists meanwhile', figure: `${others.p99.toFixed(0)} ms (${Math.round(others.perSecond)}/s)`, target: '< 200 ms', isMet: others.p99 < 200 },
  ]
}
/** Restores the default per-address rate limit, which the other measurements lift because they all use one address. */
async function withDefaultLimits<T>({ databases }: Bench, work: () => Promise<T>): Promise<T> {
  const set = (content: object): Promise<void> =>
    withClient(databases.school, async client => {
      const { rows } = await client.query<{ tenant_id: string }>(`update base_params set content = $1 where params_id = 'login' returning tenant_id`, [content])
      for (const { tenant_id } of rows) await client.query('select pg_notify($1, $2)', ['ql_cache', `${tenant_id}:baseParams`])
      await pause(200)
    })
  await set({})
  try {
    return await work()
  } finally {
    await set({ ipPerMinute: 100_000 })
  }
}
interface Arrived {
  blocked: number
  failed: number
}
/** One user after the other at a fixed rate, independent of response times. */
async function arrive(port: number): Promise<Arrived> {
  const agents = ADDRESSES.map(localAddress => new Agent({ keepAlive: true, localAddress }))
  const people = Array.from({ length: PER_SECOND * SECONDS }, (_, i) => `bench-s${FIRST + i}`)
  const answers = await atTheirTime(people, PER_SECOND, async (name, i) => ({ rule: await send(port, tokenShot(name, PASSWORD), agents[i % agents.length] as Agent) }))
  const rules = answers.map(a => a.rule)
  for (const agent of agents) agent.destroy()
  return { blocked: rules.filter(r => r === BLOCKED).length, failed: rules.filter(r => r !== undefined && r !== BLOCKED).length }
}
const BLOCKED = 'identity.signIn.tooMany'
/** Resolves to `undefined` on success, otherwise to the rule of the refusal. */
const send = (port: number, { method, path, headers, body }: Shot, agent: Agent): Promise<string | undefined> =>
  new Promise(done => {
    const sent = request({ host: '127.0.0.1', port, method, path, headers, agent }, answer => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => done(ruleOf(Buffer.concat(parts).toString())))
    })
    sent.on('error', error => done(error.message))
    sent.end(body)
  })
function ruleOf(text: string): string | undefined {
  const { access_token, msg, errors } = JSON.parse(text) as { access_token?: string; msg?: string; errors?: Array<{ rule: string }> }
  return access_token ? undefined : (errors?.[0]?.rule ?? msg ?? 'unknown')
}
