import sql from 'sql-template-tag'
import type { OutputOf } from '#model'
import { captureNotifications, type SentNotification } from '#testing/capture-notifications.ts'
import { fixture } from '#testing/fixture.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { day } from '../places/testing.ts'
import { type StaySchool, staySchool } from '../stays/testing.ts'
import { presortPlan } from './model/plan.ts'
import type { planCard, planRuns } from './model/read-actions.ts'

export interface Student {
  id: string
  studentNo: string
}
interface Line {
  id: string
  studentId: string
  bedId: string | null
  pinned: boolean
  unplaced: string | null
}
/** The result of a response; throws on a refusal. */
export async function ok<T>(answer: Promise<Answer<T>>): Promise<T> {
  const { code, msg, data } = await answer
  if (code !== 200) throw new Error(`${code} ${msg}`)
  return data
}
/** The school of stays with students without beds, of two colleges and both sexes, and plans that place them. */
export interface PresortSchool extends StaySchool {
  told: (event: string, to?: string) => Promise<SentNotification[]>
  /** Twelve women of 软件2301. */
  soft: Student[]
  /** Eight women of 视觉2301 in the other college. */
  art: Student[]
  /** Four men of 软件2301. */
  men: Student[]
  artCollege: Actor
  /** The first of 软件2301. */
  mei: Actor
  draft(more?: Record<string, unknown>): Record<string, unknown>
  planned(more?: Record<string, unknown>): Promise<string>
  /** Simulated once; the worker runs it at once. */
  tried(planId: string, seed?: number): Promise<string>
  plan(more?: Record<string, unknown>): Promise<{ planId: string; runId: string }>
  runsOf(planId: string): Promise<Array<OutputOf<typeof planRuns>>>
  linesOf(runId: string): Promise<Line[]>
  lineOf(runId: string, studentId: string): Promise<Line>
  openStays(planId: string): Promise<number>
  commitPlan(planId: string, runId: string, more?: Record<string, unknown>): Promise<Answer<{ placed: number; conflicts: number }>>
  state(planId: string): Promise<string>
  card(planId: string, runId: string): Promise<OutputOf<typeof planCard>>
  /** Clears all beds and plans. */
  clear(): Promise<void>
}
type Sleepers = Pick<PresortSchool, 'soft' | 'art' | 'men' | 'artCollege' | 'mei'>
export const presortSchool = fixture('presort', staySchool, sleepers, withPlans)

async function sleepers(s: StaySchool): Promise<Sleepers> {
  const soft = await s.students(12)
  const art = await s.students(8, { classId: s.ids.a2301 })
  const men = await s.students(4, { genderCode: '1' })
  await s.db.query(
    sql`update student set department_id = ${s.ids.art}, major_id = ${s.ids.design}, grade_major_id = ${s.ids.gmArt} where tenant_id = ${s.tenantId} and id = any(${art.map(x => x.id)}::uuid[])`,
  )
  const artCollege = await s.as({ roles: ['college'], departmentId: s.ids.art, nickName: '艺术学院' })
  return { soft, art, men, artCollege, mei: await s.self(soft[0]?.id ?? '') }
}
let plans = 0
function withPlans(s: StaySchool & Sleepers): PresortSchool {
  const { db, tenantId, officer } = s
  const draft = (more: Record<string, unknown> = {}) => ({
    name: `方案${++plans}`,
    xn: '2026-2027',
    mode: 'toStudent',
    studentFilter: { grades: [2023] },
    poolFilter: { dormIds: [s.dorms.women, s.dorms.men] },
    startDate: day(20),
    seed: 7,
    ...more,
  })
  const planned = async (more: Record<string, unknown> = {}) => (await ok(officer.post<{ id: string }>('dorm/presortPlan/add', draft(more)))).id
  async function tried(planId: string, seed?: number): Promise<string> {
    const { runId } = await ok(officer.post<{ runId: string }>('dorm/presortPlan/simulate', { id: planId, ...(seed === undefined ? {} : { seed }) }))
    await s.server.settle()
    return runId
  }
  const linesOf = (runId: string) =>
    db.query<Line>(
      sql`select id, student_id as "studentId", bed_id as "bedId", pinned, unplaced from presort_line where tenant_id = ${tenantId} and run_id = ${runId} order by student_id`,
    )
  return {
    ...s,
    told: captureNotifications(s.server),
    ...{ draft, planned, tried, linesOf },
    async plan(more = {}) {
      const planId = await planned(more)
      return { planId, runId: await tried(planId) }
    },
    runsOf: planId => ok(officer.get<Array<OutputOf<typeof planRuns>>>('dorm/presortRun/ofPlan', { planId })),
    lineOf: async (runId, studentId) => (await linesOf(runId)).find(l => l.studentId === studentId) as Line,
    openStays: async planId =>
      (await db.query<{ n: number }>(sql`select count(*)::int as n from dorm_stay where tenant_id = ${tenantId} and batch_id = ${planId} and is_open`))[0]?.n ?? 0,
    commitPlan: (planId, runId, more = {}) => officer.post('dorm/presortPlan/commit', { id: planId, runId, withoutColleges: true, ...more }),
    state: async planId => (await db.unscoped(presortPlan).one(planId)).state,
    card: (id, runId) => ok(officer.get<OutputOf<typeof planCard>>('dorm/presortPlan/card', { id, runId })),
    async clear() {
      await db.query(sql`delete from dorm_stay where tenant_id = ${tenantId}`)
      await db.query(
        sql`update presort_plan set state = 'closed', run_id = coalesce(run_id, id), committed_at = coalesce(committed_at, now()), wish_until = null where tenant_id = ${tenantId}`,
      )
      await db.query(sql`update presort_line set is_granted = false where tenant_id = ${tenantId} and is_granted`)
    },
  }
}
