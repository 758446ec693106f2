import { Agent } from 'node:http'
import { DAY_MS } from '#model/days.ts'
import { signatureOf } from '#modules/dormitory/access/server/signature.ts'
import type { Bench } from './bench.ts'
import { PASSWORD, withClient } from './database.ts'
import { furnish, pastPassages } from './dorm-school.ts'
import { type Answer, call, post, signIn } from './product.ts'
import type { Line } from './results.ts'
import { ACCOUNTS, SCHOOL_CODE } from './school.ts'

const DORM = '/api/flySource-dorm'
const PUSH = `${DORM}/accessEvent/openApi/push`
const DEVICES = 60
/** Records in the peak second, records a device resends, records per call. */
const [PEAK, REPLAYED, A_CALL] = [3000, 5000, 50]
/** Days of existing records, and passages per student and day. */
const [DAYS, PASSES] = [3, 10]
const count = (n: number): string => n.toLocaleString('en')

interface Door {
  code: string
  secret: string
}
/** Gates of a large school in the peak second, and the alerts of a night in which somebody is always out. */
export async function gates({ ours, databases, say }: Bench): Promise<Line[]> {
  const officer = await signIn(ours.port, ACCOUNTS.officer, PASSWORD)
  const { dormId, numbers } = await withClient(databases.school, async client => {
    await furnish(client)
    const house = await client.query<{ id: string }>("select id from dorm_building where code = 'HOUSE-1'")
    const people = await client.query<{ no: string }>("select s.student_no as no from dorm_stay s join dorm_building d on d.id = s.dorm_id where d.code like 'HOUSE-%' order by 1")
    return { dormId: house.rows[0]?.id ?? '', numbers: people.rows.map(p => p.no) }
  })
  const doors: Door[] = []
  for (let n = 0; n < DEVICES; n++)
    doors.push(await call<Door>(officer, `${DORM}/accessDevice/create`, { code: `GATES-${Date.now()}-${n}`, name: `压测 ${n}`, dormId, direction: 'both' }))
  const stored = await withClient(databases.school, client => pastPassages(client, doors[0]?.code ?? '', DAYS, PASSES))
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
  const { changed } = await call<{ changed: number }>(officer, `${DORM}/accessAlert/recompute`, { night })
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
