import { Agent } from 'node:http'
import sql from 'sql-template-tag'
import type { DraftOf } from '#model'
import { DAY_MS } from '#model/days.ts'
import { type Question, question } from '#modules/survey/model/question.ts'
import { survey } from '#modules/survey/model/survey.ts'
import { surveyVersion } from '#modules/survey/model/survey-rows.ts'
import type { Db } from '#server/context.ts'
import type { Bench } from './bench.ts'
import { PASSWORD } from './database.ts'
import type { Signed } from './many.ts'
import { atTheirTime, p95Of } from './paced.ts'
import { call, post, signIn } from './product.ts'
import type { Line } from './results.ts'
import { ACCOUNTS, inSchool } from './school.ts'

const SURVEY = '/api/flySource-survey'
/** Eight thousand of thirty thousand answer within ten minutes; its busiest minute. */
const [ASKED, PACE] = [30_000, 60]
const count = (n: number): string => n.toLocaleString('en')
const options = ['很满意', '满意', '一般', '不满意'].map((label, n) => ({ key: `o${n + 1}`, label, exclusive: null, openText: null, score: 4 - n }))
const choose = (key: string): Question => question({ key, type: 'single', title: `第 ${key} 项怎么样`, required: true, options })
/** Twelve choices, a further question for those who are not content, and a remark. */
const QUESTIONS: readonly Question[] = [
  ...Array.from({ length: 12 }, (_, n) => choose(`q${n + 1}`)),
  question({ key: 'why', type: 'text', title: '哪里不满意', required: true, showIf: [{ question: 'q1', op: 'is', value: 'o4' }] }),
  question({ key: 'more', type: 'text', title: '其他建议' }),
]
const answersOf = (n: number): Record<string, string> => ({
  ...Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`q${at + 1}`, `o${1 + ((n + at) % 4)}`])),
  ...(n % 4 === 3 ? { why: '排队太久' } : {}),
  more: '整体不错',
})
interface Results {
  answers: number
  questions: Array<{ key: string; options?: Array<{ n: number | null }> }>
}
/** An anonymous survey in its busiest minute, and what its author sees of it a moment later. */
export async function asked({ ours, databases, say }: Bench, students: readonly Signed[], most: number): Promise<Line[]> {
  const officer = await signIn(ours.port, ACCOUNTS.officer, PASSWORD)
  const id = await inSchool(databases, db => makeSurvey(db, students))
  const agent = new Agent({ keepAlive: true })
  const answering = students.slice(0, most)
  const answers = await atTheirTime(answering, PACE, (by, n) =>
    post(by, `${SURVEY}/surveyAnswer/submit`, JSON.stringify({ id, versionNo: 1, answers: answersOf(n), seconds: 90 }), agent),
  )
  agent.destroy()
  const began = performance.now()
  const results = await call<Results>(officer, `${SURVEY}/survey/results?id=${id}`)
  const seen = performance.now() - began
  const p95 = p95Of(answers)
  const lost = answers.filter(a => a.code !== 200)
  const taken = answers.length - lost.length
  say(`${answers.length} answers: p95 ${p95.toFixed(0)} ms, ${lost.length} lost ${lost[0]?.msg ?? ''}; ${results.answers} counted in ${seen.toFixed(0)} ms`)
  return [
    {
      work: `${count(answers.length)} anonymous answers at ${PACE} a second`,
      figure: `p95 ${p95.toFixed(0)} ms, ${lost.length} lost`,
      target: '≤ 700 ms, none',
      isMet: p95 <= 700 && !lost.length,
    },
    { work: 'its results with all of them, asked for right after the last', figure: `${seen.toFixed(0)} ms`, target: '≤ 5 s', isMet: seen <= 5000 && results.answers === taken },
  ]
}
async function makeSurvey(db: Db, students: readonly Signed[]): Promise<string> {
  const at = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString()
  const [officer] = await db.query<{ id: string }>(sql`select id from sys_user where tenant_id = ${db.me.tenantId} and user_name = ${ACCOUNTS.officer}`)
  const publisher = { userId: officer?.id ?? '', departmentId: null, teacherId: null, studentId: null, reaches: [{ roleCode: 'officer', scope: 'all' as const }] }
  const draft = {
    ...{ processType: 'survey', name: `压测问卷 ${Date.now()}`, anonymity: 'anonymous', audience: { roles: ['student'] }, beginTime: at(-1), endTime: at(3), ownerId: officer?.id },
    ...{ state: 'published', publishedAt: at(-1), publisher, audienceCount: ASKED, strata: ['college', 'grade'], keptStrata: { by: [], combinations: [] } },
  }
  const { id } = await db.insert(survey, draft as unknown as DraftOf<typeof survey>)
  await db.insert(surveyVersion, { surveyId: id, no: 1, questions: [...QUESTIONS] })
  const first = students.map(s => s.userId)
  await db.query(sql`insert into survey_ticket (tenant_id, survey_id, respondent_type, respondent_id, student_id)
    select a.tenant_id, ${id}::uuid, 'user', a.user_id::text, a.student_id from student_account a where a.tenant_id = ${db.me.tenantId} order by a.user_id <> all(${first}::uuid[]) limit ${ASKED}`)
  await db.query(sql`insert into round_member (tenant_id, round_id, user_id, student_id)
    select t.tenant_id, t.survey_id, t.respondent_id::uuid, t.student_id from survey_ticket t where t.tenant_id = ${db.me.tenantId} and t.survey_id = ${id}`)
  await db.query(sql`analyze survey_ticket, round_member`)
  return id
}
