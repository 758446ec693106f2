import { Agent } from 'node:http'
import type { Bench } from './bench.ts'
import { bookings } from './care-hours.ts'
import { careSchool, PSYCHOLOGIST } from './care-school.ts'
import { PASSWORD, withClient } from './database.ts'
import { atTheirTime } from './paced.ts'
import { call, post, type Session, signIn, signInAll } from './product.ts'
import type { Line } from './results.ts'
import { ACCOUNTS } from './school.ts'

const MENTAL = '/api/flySource-mentalHealth'
const COUNSELLOR = '/api/flySource-counsellor'
/** 8,000 in an evening of four hours: half of them in its last ten minutes. */
const SCREENINGS_PER_SECOND = 4000 / 600
/** 25,000 in an hour: half of them in its last ten minutes. */
const RATINGS_PER_SECOND = 12_500 / 600
const [SCREENED, TWICE_EACH, LIMIT_MS] = [800, 10, 500]
const HOUR_MS = 3_600_000
const count = (n: number): string => n.toLocaleString('en')
const quantile = (answers: ReadonlyArray<{ ms: number }>, share: number): number => {
  const times = answers.map(a => a.ms).toSorted((a, b) => a - b)
  return times[Math.ceil(times.length * share) - 1] ?? 0
}
const inHours = (n: number): string => new Date(Date.now() + n * HOUR_MS).toISOString()

/** Screenings, ratings of counsellors, hours of the centre, each at its peak. */
export async function care(bench: Bench): Promise<Line[]> {
  const { ours, databases } = bench
  const names = await careSchool(databases)
  const sessions = [...(await signInAll(ours.port, names)).values()]
  return [...(await screenings(bench, sessions.slice(0, SCREENED))), ...(await ratings(bench, sessions)), ...(await bookings(bench, sessions))]
}
async function screenings({ ours, databases, say }: Bench, sessions: readonly Session[]): Promise<Line[]> {
  const psychologist = await signIn(ours.port, PSYCHOLOGIST, PASSWORD)
  const scales = (await call<{ result: Array<{ id: string; code: string; items: string[] }> }>(psychologist, `${MENTAL}/mhScale/list`)).result.filter(s => s.items?.length)
  const { id } = await call<{ id: string }>(psychologist, `${MENTAL}/mhScreening/add`, {
    ...{ name: `普查压测 ${Date.now()}`, beginTime: inHours(-1), endTime: inHours(4), audience: { roles: ['student'] } },
    ...{ scaleIds: scales.map(s => s.id), consentText: '自愿参加。' },
  })
  await call(psychologist, `${MENTAL}/mhScreening/publish`, { id })
  const agent = new Agent({ keepAlive: true })
  const answers = await atTheirTime(sessions, SCREENINGS_PER_SECOND, async (session, i) => {
    const sheets = scales.map(s => ({ scaleId: s.id, answers: s.items.map((_, n) => (i + n) % (i % 10 ? 2 : 4)), seconds: 90 }))
    await call(session, `${MENTAL}/mhTurnout/form?id=${id}`)
    return post(session, `${MENTAL}/mhTurnout/answer`, JSON.stringify({ id, consent: true, sheets }), agent)
  })
  agent.destroy()
  const failed = answers.filter(a => a.code !== 200)
  const stored = await withClient(
    databases.school,
    async c => (await c.query<{ n: number }>('select count(distinct student_id)::int as n from mh_result where screening_id = $1', [id])).rows[0]?.n ?? 0,
  )
  const p95 = quantile(answers, 0.95)
  say(`${answers.length} screenings: p95 ${p95.toFixed(0)} ms, ${stored} stored, ${failed.length} failed ${failed[0]?.msg ?? ''}`)
  return [
    {
      work: `screenings opened and answered, ${SCREENINGS_PER_SECOND.toFixed(1)} a second (half of 8,000 in the last ten minutes)`,
      ...{ figure: `p95 ${p95.toFixed(0)} ms`, target: `< ${LIMIT_MS} ms`, isMet: p95 < LIMIT_MS },
    },
    { work: `of ${answers.length} screenings without a result`, figure: String(answers.length - stored), target: '0', isMet: stored === answers.length },
  ]
}
/** Each tenth presses twice at once. */
async function ratings({ ours, databases, say }: Bench, sessions: readonly Session[]): Promise<Line[]> {
  const officer = await signIn(ours.port, ACCOUNTS.officer, PASSWORD)
  const day = (days: number): string => inHours(days * 24).slice(0, 10)
  const { id } = await call<{ id: string }>(officer, `${COUNSELLOR}/fdyEvalScheme/add`, {
    ...{ name: `辅导员评价压测 ${Date.now()}`, beginTime: inHours(-1), endTime: inHours(4), audience: { roles: ['student'] } },
    ...{
      periodFrom: day(-300),
      periodTo: day(0),
      parts: [
        { kind: 'students', weight: 60 },
        { kind: 'office', weight: 40 },
      ],
      indicators: ['关心学生', '办事公正', '谈话有帮助'],
    },
  })
  await call(officer, `${COUNSELLOR}/fdyEvalScheme/publish`, { id })
  const agent = new Agent({ keepAlive: true })
  const body = JSON.stringify({ id, scores: [5, 4, 5] })
  const pressed = sessions.flatMap((s, i) => (i % TWICE_EACH ? [s] : [s, s]))
  const answers = await atTheirTime(pressed, RATINGS_PER_SECOND, session => post(session, `${COUNSELLOR}/fdyEvalTurnout/answer`, body, agent))
  agent.destroy()
  const { turnout, said } = await withClient(databases.school, async c => {
    const { rows } = await c.query<{ turnout: number; said: number }>(
      'select (select count(used_on)::int from fdy_eval_turnout where scheme_id = $1) as turnout, (select count(*)::int from fdy_eval_answer where scheme_id = $1) as said',
      [id],
    )
    return rows[0] ?? { turnout: 0, said: 0 }
  })
  const other = answers.find(a => a.code !== 200 && a.code !== 422)
  const [p95, won] = [quantile(answers, 0.95), answers.filter(a => a.code === 200).length]
  say(`${answers.length} ratings: p95 ${p95.toFixed(0)} ms, ${won} taken, turnout ${turnout}, answers ${said} ${other?.msg ?? answers.find(a => a.code !== 200)?.msg ?? ''}`)
  const isExact = turnout === said && said === won && won === sessions.length
  return [
    {
      work: `counsellors rated, ${RATINGS_PER_SECOND.toFixed(1)} a second (half of 25,000 in the last ten minutes of an hour)`,
      ...{ figure: `p95 ${p95.toFixed(0)} ms`, target: `< ${LIMIT_MS} ms`, isMet: p95 < LIMIT_MS },
    },
    {
      work: `ratings of ${count(sessions.length)} students, each tenth pressed twice: turnout, answers`,
      figure: `${count(turnout)}, ${count(said)}`,
      target: count(sessions.length),
      isMet: isExact,
    },
  ]
}
