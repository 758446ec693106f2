import type { Bench } from './bench.ts'
import { PASSWORD, withClient } from './database.ts'
import { writeYear } from './office-school.ts'
import { call, type Session, signIn } from './product.ts'
import type { Line } from './results.ts'
import { ACCOUNTS } from './school.ts'

const PATH = '/api/flySource-question/question'
const [TURNS, ANSWER_MS, LIST_MS] = [5, 1500, 500]
const count = (n: number): string => n.toLocaleString('en')
interface Asked {
  code: string
  ms: number
}
const at = (times: readonly Asked[], share: number): Asked | undefined => times.toSorted((a, b) => a.ms - b.ms)[Math.ceil(times.length * share) - 1]

/** 60 §9: each question of the office, as its page asks it: the answer beside those of a term and a year ago and twelve points at once, then the first page of the list behind it. */
export async function office({ ours, databases, say }: Bench): Promise<Line[]> {
  const officer = await signIn(ours.port, ACCOUNTS.officer, PASSWORD)
  const students = await withClient(databases.school, async client => {
    await writeYear(client)
    return Number((await client.query<{ n: string }>("select count(*) as n from student where status = 'active'")).rows[0]?.n)
  })
  const { questions } = await call<{ questions: Array<{ code: string }> }>(officer, `${PATH}/list`)
  const [answers, trends, lists]: [Asked[], Asked[], Asked[]] = [[], [], []]
  for (const { code } of questions) {
    const mayList = await isListed(officer, code)
    for (let n = 0; n < TURNS; n++) {
      const [answer, trend] = await Promise.all([timed(officer, 'ask', code), timed(officer, 'trend', code)])
      answers.push({ code, ms: Math.max(answer.ms, trend.ms) })
      trends.push(trend)
      if (mayList) lists.push(await timed(officer, 'rows', code))
    }
  }
  for (const { code } of questions) say(`${code}: ${middle(answers, code)} ms, of it the trend ${middle(trends, code)}; list ${middle(lists, code)}`)
  const of = `${count(students)} students, ${questions.length} questions`
  return [
    lineOf(`the answer and its trend at once, beside last term and last year: ${of}`, answers, ANSWER_MS, '1.5 s'),
    lineOf(`the first page of who is behind it: ${new Set(lists.map(l => l.code)).size} lists`, lists, LIST_MS, '500 ms'),
  ]
}
const middle = (times: readonly Asked[], code: string): string =>
  at(
    times.filter(t => t.code === code),
    0.5,
  )?.ms.toFixed(0) ?? '—'
const isListed = async (session: Session, code: string): Promise<boolean> => (await call<{ mayList: boolean }>(session, `${PATH}/ask?code=${code}`)).mayList
async function timed(session: Session, verb: string, code: string): Promise<Asked> {
  const began = performance.now()
  await call(session, `${PATH}/${verb}?code=${code}`)
  return { code, ms: performance.now() - began }
}
function lineOf(work: string, times: readonly Asked[], most: number, target: string): Line {
  const [half, p95, slowest] = [at(times, 0.5), at(times, 0.95), at(times, 1)]
  return {
    work,
    figure: `p50 ${half?.ms.toFixed(0)} ms, p95 ${p95?.ms.toFixed(0)} ms; slowest ${slowest?.code} ${slowest?.ms.toFixed(0)} ms`,
    target: `p95 ≤ ${target}`,
    isMet: (p95?.ms ?? most + 1) <= most,
  }
}
