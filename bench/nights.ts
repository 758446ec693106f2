import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Bench } from './bench.ts'
import { PASSWORD, withClient } from './database.ts'
import { CURFEW, furnish, openNight, pastNights, TONIGHT, wall, YARD } from './dorm-school.ts'
import { median } from './median.ts'
import { atTheirTime } from './paced.ts'
import { call, post, type Session, signIn, signInAll } from './product.ts'
import type { Line } from './results.ts'
import { ACCOUNTS } from './school.ts'

const DORM = '/api/flySource-dorm'
/** Peak check-ins per second between 21:30 and 23:00. */
const PEAK = 400
const KNOCK_MS = 2000
const MOST_DIGEST_MS = 5 * 60_000
const count = (n: number): string => n.toLocaleString('en')

/** Residents of a large school check in while the board follows and digests go out; then with a term of past nights. */
export async function nights(bench: Bench): Promise<Line[]> {
  const { ours, databases } = bench
  const officer = await signIn(ours.port, ACCOUNTS.officer, PASSWORD)
  const { names, residents } = await withClient(databases.school, async client => {
    await furnish(client)
    const residents = await openNight(client)
    const { rows } = await client.query<{ name: string }>(
      `select u.user_name as name from sys_user u join night_line l on l.student_id = u.student_id where u.user_name like 'bench-s%' and l.night_date = ${TONIGHT}`,
    )
    return { names: rows.map(r => r.name), residents }
  })
  const signers = [...(await signInAll(ours.port, names)).values()]
  return [...(await press(bench, officer, signers, residents)), ...(await digests(bench, officer)), ...(await behind(bench, officer))]
}
/** One check-in each at a fixed rate; the office's board is requested once per second meanwhile. */
async function press({ say }: Bench, officer: Session, signers: readonly Session[], residents: number): Promise<Line[]> {
  const agent = new Agent({ keepAlive: true })
  const watched: number[] = []
  const watch = setInterval(() => {
    const began = performance.now()
    void knocking(officer, `${DORM}/nightLine/board`).then(() => watched.push(performance.now() - began))
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
/** Retries on 429 like the browser does, but after a fixed pause. */
async function knocking(session: Session, path: string): Promise<void> {
  for (let isAnswered = false; !isAnswered; )
    isAnswered = await call(session, path).then(
      () => true,
      (error: Error) => {
        if (!/: 429 /.test(error.message)) throw error
        return pause(KNOCK_MS).then(() => false)
      },
    )
}
/** The deadline passes: most have checked in, three percent have not. The product's scheduler does the rest. */
async function digests({ databases, say }: Bench, officer: Session): Promise<Line[]> {
  const { result } = await call<{ result: Array<{ id: string; name: string; version: number }> }>(officer, `${DORM}/curfewProfile/list?size=100`)
  const hours = result.find(r => r.name === CURFEW)
  // the job of each minute reads the hours from the profile
  await call(officer, `${DORM}/curfewProfile/update`, {
    id: hours?.id,
    version: hours?.version,
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
/** Several million past rows: one student's history, and the term's statistics. */
async function behind({ databases, ours, say }: Bench, officer: Session): Promise<Line[]> {
  const { lines, studentId, from, to } = await withClient(databases.school, async client => {
    await pastNights(client)
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
