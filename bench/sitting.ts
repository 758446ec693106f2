import { Agent } from 'node:http'
import sql from 'sql-template-tag'
import type { DraftOf } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { testSchedule } from '#modules/test/model/schedule.ts'
import type { Db } from '#server/context.ts'
import type { Bench } from './bench.ts'
import { PASSWORD, withClient } from './database.ts'
import { oneMore, type Signed } from './many.ts'
import { atTheirTime, p95Of } from './paced.ts'
import { type Answer, call, post, type Session, signIn } from './product.ts'
import type { Line } from './results.ts'
import { ACCOUNTS, inSchool } from './school.ts'

const TEST = '/api/flySource-test'
const [BANK, PAPER] = [200, 50]
const [START_S, SAVE_EVERY_S, SAVE_S, LAST_S] = [60, 15, 30, 30]
const DEVICE = 'bench-device-0001'
const count = (n: number): string => n.toLocaleString('en')
interface Sheet {
  attemptId: string
  questions: Array<{ no: number; options: Array<{ key: string }> }>
}
interface Sitter {
  by: Signed
  sheet: Sheet
  seq: number
  /** What the server said it has, by question. */
  kept: Map<number, string>
}
type Send = (by: Session, path: string, body: object) => Promise<Answer & { data?: unknown }>

/** A test of a whole year: everybody begins within a minute, saves every fifteen seconds, and two of five hand in within the last half minute. */
export async function sitting({ ours, databases, say }: Bench, students: readonly Signed[]): Promise<Line[]> {
  const scheduleId = await makeTest(ours.port, databases, students)
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  const send: Send = (by, path, body) => post(by, `${TEST}/testAttempt/${path}`, JSON.stringify(body), agent)
  const begun = await atTheirTime(students, students.length / START_S, async by => ({ by, ...(await send(by, 'start', { id: scheduleId, device: DEVICE })) }))
  const sitters = begun.flatMap(({ by, code, data }): Sitter[] => (code === 200 ? [{ by, sheet: data as Sheet, seq: 0, kept: new Map() }] : []))
  const perSecond = sitters.length / SAVE_EVERY_S
  const saved = await atTheirTime(turns(sitters, perSecond * SAVE_S), perSecond, one => save(send, one))
  const [leaving, staying] = [sitters.slice(0, Math.floor(sitters.length * 0.4)), sitters.slice(Math.floor(sitters.length * 0.4))]
  const [handed, last] = await Promise.all([
    atTheirTime(leaving, leaving.length / LAST_S, one => handIn(send, one)),
    atTheirTime(turns(staying, (staying.length / SAVE_EVERY_S) * LAST_S), staying.length / SAVE_EVERY_S, one => save(send, one)),
  ])
  agent.destroy()
  const all = [...saved, ...last]
  const wrong = await withClient(databases.school, client => differing(client, sitters))
  const failed = [...begun, ...all, ...handed].filter(a => a.code !== 200)
  const marked = await withClient(databases.school, async c =>
    Number((await c.query("select count(*) as n from test_attempt where schedule_id = $1 and state = 'marked' and total is not null", [scheduleId])).rows[0]?.n),
  )
  const [start, keep, hand] = [begun, all, handed].map(p95Of) as [number, number, number]
  say(
    `start p95 ${start.toFixed(0)} ms, save p95 ${keep.toFixed(0)} ms of ${all.length}, hand-in p95 ${hand.toFixed(0)} ms; ${failed.length} refused ${failed[0]?.msg ?? ''}, ${wrong} answers differ`,
  )
  return [
    {
      work: `${count(students.length)} candidates begin within ${START_S} s, each with ${PAPER} questions of their own`,
      figure: `p95 ${start.toFixed(0)} ms`,
      target: '≤ 2 s',
      isMet: start <= 2000,
    },
    { work: `${count(all.length)} saves, ${perSecond.toFixed(0)} a second`, figure: `p95 ${keep.toFixed(0)} ms`, target: '≤ 300 ms', isMet: keep <= 300 },
    {
      work: `${count(leaving.length)} hand in within ${LAST_S} s and are marked, the others go on saving`,
      figure: `p95 ${hand.toFixed(0)} ms`,
      target: '≤ 2 s',
      isMet: hand <= 2000 && marked === leaving.length,
    },
    { work: 'calls refused, and answers that are not those last acknowledged', figure: `${failed.length}, ${wrong}`, target: 'none', isMet: !failed.length && !wrong },
  ]
}
/** Who saves, in turn. */
const turns = (sitters: readonly Sitter[], most: number): Sitter[] => Array.from({ length: Math.floor(most) }, (_, n) => sitters[n % sitters.length] as Sitter)
/** The answers of some seconds: two questions, one of them changed again. */
function newest(one: Sitter): Array<{ no: number; seq: number; answer: string }> {
  return [0, 1].map(k => {
    one.seq++
    const no = 1 + ((one.seq * 7 + k) % PAPER)
    const { options } = one.sheet.questions[no - 1] as Sheet['questions'][number]
    return { no, seq: one.seq, answer: options[one.seq % options.length]?.key ?? '' }
  })
}
async function save(send: Send, one: Sitter): Promise<Answer> {
  const answers = newest(one)
  const answer = await send(one.by, 'save', { attemptId: one.sheet.attemptId, device: DEVICE, answers })
  if (answer.code === 200) for (const { no, answer: key } of answers) one.kept.set(no, key)
  return answer
}
async function handIn(send: Send, one: Sitter): Promise<Answer> {
  const answers = newest(one)
  const answer = await send(one.by, 'handIn', { attemptId: one.sheet.attemptId, device: DEVICE, answers })
  if (answer.code === 200) for (const { no, answer: key } of answers) one.kept.set(no, key)
  return answer
}
/** Answers stored otherwise than acknowledged. */
async function differing(client: Parameters<Parameters<typeof withClient>[1]>[0], sitters: readonly Sitter[]): Promise<number> {
  const { rows } = await client.query<{ at: string; answer: string }>(
    `select a.attempt_id || ' ' || a.no as at, a.answer #>> '{}' as answer from test_answer a where a.attempt_id = any($1::uuid[])`,
    [sitters.map(s => s.sheet.attemptId)],
  )
  const stored = new Map(rows.map(r => [r.at, r.answer]))
  return sitters.flatMap(({ sheet, kept }) => [...kept].filter(([no, key]) => stored.get(`${sheet.attemptId} ${no}`) !== key)).length
}
async function makeTest(port: number, databases: Bench['databases'], students: readonly Signed[]): Promise<string> {
  const officer = await signIn(port, ACCOUNTS.officer, PASSWORD)
  const reviewer = await withClient(databases.school, client => oneMore(client, port, 'officer'))
  const text = Array.from(
    { length: BANK },
    (_, n) => `${n + 1}. 压测第 ${n} 条规定说的是什么情形？\nA. 立即报告 ${n}\nB. 自行处理 ${n}\nC. 拍照转发 ${n}\nD. 视而不见 ${n}\n答案:A\n解析:先报告。`,
  ).join('\n')
  const { id: bankId } = await call<{ id: string }>(officer, `${TEST}/questionBank/add`, { code: `B${Date.now() % 1e8}`, name: '压测题库', category: 'safety' })
  await call(officer, `${TEST}/testQuestion/paste`, { bankId, text })
  const ids = await withClient(databases.school, async c => (await c.query<{ id: string }>('select id from test_question where bank_id = $1', [bankId])).rows.map(r => r.id))
  for (let n = 0; n < ids.length; n += 100) await call(reviewer, `${TEST}/testQuestion/review`, { ids: ids.slice(n, n + 100) })
  const { id: paperId, version } = await call<{ id: string; version: number }>(officer, `${TEST}/testPaper/add`, { name: '压测试卷', mode: 'perCandidate' })
  await call(officer, `${TEST}/testPaper/saveSections`, { id: paperId, version, sections: [{ title: '单选', type: 'single', count: PAPER, scoreEach: 2, bankIds: [bankId] }] })
  await call(officer, `${TEST}/testPaper/publish`, { id: paperId })
  return inSchool(databases, db => makeSchedule(db, paperId, students))
}
async function makeSchedule(db: Db, paperId: string, students: readonly Signed[]): Promise<string> {
  const at = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString()
  const draft = {
    ...{
      processType: 'testSchedule',
      name: `压测安全考试 ${Date.now()}`,
      audience: { roles: ['student'] },
      beginTime: at(-1),
      endTime: at(4),
      paperId,
      minutes: 60,
      passScore: 60,
    },
    ...{ kind: 'safety', showScore: 'atOnce', state: 'published', publishedAt: at(-1), audienceCount: students.length },
  }
  const { id } = await db.insert(testSchedule, draft as unknown as DraftOf<typeof testSchedule>)
  await db.query(
    sql`insert into test_candidate (tenant_id, schedule_id, student_id) select ${db.me.tenantId}::uuid, ${id}::uuid, x from unnest(${students.map(s => s.studentId)}::uuid[]) x`,
  )
  await db.query(sql`analyze test_candidate`)
  return id
}
