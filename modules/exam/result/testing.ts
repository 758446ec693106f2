import sql from 'sql-template-tag'
import { taskOf } from '#modules/discipline/testing.ts'
import { setParams } from '#modules/message/testing.ts'
import { followNotices } from '#modules/workflow/notices/server/jobs.ts'
import { approve } from '#modules/workflow/testing.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import { fixture } from '#testing/fixture.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { type Entrant, type ExamSchool, examSchool, ok } from '../testing.ts'
import { admissionPlacement } from './model/run.ts'

export interface ResultSchool extends ExamSchool {
  /** Agrees to final runs. */
  leader: Actor
  told: ReturnType<typeof captureNotifications>
  agree(runId: string): Promise<void>
  /** Puts whom an approved run admits on notice, and lets the time of the notice pass. */
  noticed(runId: string): Promise<void>
  overNotice(runId: string): Promise<void>
}
export const resultSchool = fixture(
  'examResult',
  examSchool,
  async (s: ExamSchool) => {
    const leader = await s.as({ roles: ['teacher'], nickName: '王校长' })
    await setParams(s, 'workflow', { 'position.leader': leader.userId })
    return { leader }
  },
  (s): ResultSchool => ({
    ...s,
    told: captureNotifications(s.server),
    async agree(runId) {
      ok(await approve(s.leader, (await taskOf(s, s.leader, runId)) ?? ''))
    },
    async noticed(runId) {
      ok(await s.admissions.post('exam/admissionRun/publicise', { id: runId }))
      await this.overNotice(runId)
    },
    async overNotice(runId) {
      await s.db.query(
        sql`update public_notice set begin_at = now() - interval '300 hours', end_at = now() - interval '1 hour' where round_id = ${runId}::uuid and state = 'running'`,
      )
      await followNotices(s.db)
      await s.server.settle()
    },
  }),
)

export const SCORE = 'exam/examScore'
/** Full marks of 150 for each, the skill test first in a tie, then Chinese. */
export async function formulas(s: ExamSchool, batchId: string, more: Readonly<Record<string, object>> = {}): Promise<void> {
  const rules = { skill: { full: 150, tieOrder: 1 }, chinese: { full: 150, tieOrder: 2 }, ...more }
  for (const [subject, rule] of Object.entries(rules)) ok(await s.admissions.post('exam/examFormula/add', { batchId, subject, ...rule }))
}
/** Registrations handed in and complete. */
export async function complete(s: ExamSchool, batch: { id: string; plans: string[] }, count: number): Promise<Entrant[]> {
  const all: Entrant[] = []
  for (let n = 0; n < count; n++) all.push(await s.entered(batch))
  ok(await s.admissions.post('exam/examApplication/approveGreen', { batchId: batch.id }))
  return all
}
type Marks = number | '缺考' | '违纪'
export const enter = (who: Actor, batchId: string, subject: string, of: ReadonlyArray<readonly [Pick<Entrant, 'ksh'>, Marks | string]>) =>
  who.post<{ entered: number; differing: number }>(`${SCORE}/enter`, { batchId, subject, lines: of.map(([{ ksh }, mark]) => `${ksh}\t${mark}`).join('\n') })
/** The same marks entered by both. */
export async function enterBoth(s: ExamSchool, batchId: string, subject: string, of: ReadonlyArray<readonly [Pick<Entrant, 'ksh'>, Marks]>): Promise<void> {
  for (const who of [s.admissions, s.second]) ok(await enter(who, batchId, subject, of))
}
export const publish = (who: Actor, batchId: string): Promise<Answer<{ count: number }>> => who.post(`${SCORE}/publish`, { batchId })
export interface MyScores {
  scoresAt: string | null
  scores: Array<{ subject: string; value: number | null; flag: string }>
  choices: Array<{ total: number | null; line: number | null }>
  total: number | null
  rankFrom: number | null
}
export const mine = ({ actor }: Pick<Entrant, 'actor'>, batchId: string) => actor.get<MyScores>(`${SCORE}/mine`, { batchId })
export const scoreOf = async (s: ExamSchool, who: Entrant, subject: string) =>
  (
    await s.db.query<{ id: string; value: number | null; flag: string | null; isDiffering: boolean }>(
      sql`select id, value, flag, is_differing as "isDiffering" from exam_score where application_id = ${who.id}::uuid and subject = ${subject}`,
    )
  )[0]
/** A batch whose scores are published: an applicant of the first plan for each mark in the skill test, and 100 in Chinese. */
export async function examined(s: ExamSchool, marks: readonly number[], plans: ReadonlyArray<Record<string, unknown>>, given: Record<string, unknown> = {}) {
  const batch = await s.batch(given, plans)
  await formulas(s, batch.id)
  const who = await complete(s, batch, marks.length)
  await enterBoth(
    s,
    batch.id,
    'skill',
    who.map((one, n) => [one, marks[n] ?? 0]),
  )
  await enterBoth(
    s,
    batch.id,
    'chinese',
    who.map(one => [one, 100]),
  )
  ok(await publish(s.admissions, batch.id))
  return { batch, who }
}
export const tryRun = (s: ExamSchool, batchId: string, more: object = {}): Promise<Answer<{ id: string; placed: number; tied: number }>> =>
  s.admissions.post('exam/admissionRun/try', { batchId, name: '方案', method: 'score', adjust: true, ...more })
/** Plan by registration. */
export async function placed(s: ExamSchool, runId: string): Promise<Record<string, string | null>> {
  const rows = await s.db.unscoped(admissionPlacement).all({ runId }) // of the test
  return Object.fromEntries(rows.map(r => [r.applicationId, r.planId]))
}
/** What somebody has to do about a row. */
export const todoAbout = async (s: ExamSchool, who: Actor, bizType: string, bizId: string) =>
  (await s.db.query<{ state: string; title: string }>(sql`select state, title from todo where user_id = ${who.userId}::uuid and biz_type = ${bizType} and biz_id = ${bizId}`))[0]
