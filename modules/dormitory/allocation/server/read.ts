import sql from 'sql-template-tag'
import { HOUR_MS } from '#model/days.ts'
import { department } from '#modules/campus/model/organisation.ts'
import { type Db, handle } from '#server/context.ts'
import type { Measures } from '../model/engine/measures.ts'
import { READ_PRESORT } from '../model/fields.ts'
import { presortPlan } from '../model/plan.ts'
import { planCard, planRuns, staffPlans } from '../model/read-actions.ts'
import { presortLine, presortRun } from '../model/result.ts'
import { type Plan, planFor } from './plan.ts'
import { bedless, meant } from './pool.ts'
import { settingsOf } from './settings.ts'

const headOf = (plan: Omit<Plan, 'studentFilter' | 'poolFilter' | 'rules'>) => ({
  id: plan.id,
  name: plan.name,
  xn: plan.xn,
  mode: plan.mode,
  state: plan.state,
  startDate: plan.startDate,
  wishUntil: plan.wishUntil,
  studentCount: plan.studentCount,
  placedCount: plan.placedCount,
  committedAt: plan.committedAt,
  publishedAt: plan.publishedAt,
})
const forStaff = handle(staffPlans, async ({ db }) => {
  const own = new Set((await db.visibleFor(presortPlan, 'dormitory:presortPlan:list').all()).map(p => p.id))
  // names, dates and totals of plans past the draft are for every reader of plans: colleges find those with their students there
  const rows = (await db.unscoped(presortPlan).all({}, { sort: ['-startDate'] })).filter(p => own.has(p.id) || p.state !== 'draft')
  const runs = await db.query<{ planId: string; n: number }>(sql`select plan_id as "planId", count(*)::int as n from presort_run where tenant_id = ${db.me.tenantId} group by 1`)
  const counts = new Map(runs.map(r => [r.planId, r.n]))
  return rows.map(p => ({ ...headOf(p), runs: counts.get(p.id) ?? 0, isOwn: own.has(p.id) }))
})
const runs = handle(planRuns, async ({ db }, { planId }) => {
  const { plan } = await planFor(db, planId)
  const rows = await db.unscoped(presortRun).all({ planId }, { sort: ['-runNo'] }) // of a plan visible to the reader
  return rows.map(({ measures, ...r }) => ({
    id: r.id,
    runNo: r.runNo,
    state: r.state,
    progress: r.progress ?? 0,
    seed: r.seed,
    measures: measures ? withoutClasses(measures) : null,
    note: r.note,
    startedAt: r.startedAt,
    endedAt: r.endedAt,
    handCount: r.handCount ?? 0,
    isCommitted: plan.runId === r.id && plan.state !== 'undone' && plan.state !== 'simulated',
  }))
})
const withoutClasses = ({ byClass: _byClass, ...measures }: Measures) => measures

/** Colleges with students in a simulation, and their confirmations. */
export async function partsOf(db: Db, runId: string) {
  const students = await db.query<{ departmentId: string; students: number; placed: number }>(
    sql`select department_id as "departmentId", count(*)::int as students, count(bed_id)::int as placed from presort_line where tenant_id = ${db.me.tenantId} and run_id = ${runId} and student_id is not null and department_id is not null group by 1`,
  )
  const confirmed = await db.query<{ departmentId: string; at: string; by: string | null }>(
    sql`select p.department_id as "departmentId", p.confirmed_at as at, u.nick_name as by from presort_part p left join sys_user u on u.tenant_id = p.tenant_id and u.id = p.confirmed_by where p.tenant_id = ${db.me.tenantId} and p.run_id = ${runId}`,
  )
  const by = new Map(confirmed.map(c => [c.departmentId, c]))
  const colleges = await db.cached(department)
  return students
    .map(s => ({ ...s, label: colleges.get(s.departmentId)?.name ?? '—', confirmedAt: by.get(s.departmentId)?.at ?? null, confirmedBy: by.get(s.departmentId)?.by ?? null }))
    .sort((a, b) => (a.label < b.label ? -1 : 1))
}
const card = handle(planCard, async ({ db }, { id, runId }) => {
  const { plan, isOwn } = await planFor(db, id)
  const shown = runId ?? plan.runId
  const own = new Set(
    shown
      ? (await db.query<{ id: string }>(sql`select distinct l.department_id as id from ${db.visibleFor(presortLine, READ_PRESORT).rows()} l where l.run_id = ${shown}`)).map(
          r => r.id,
        )
      : [],
  )
  const parts = shown ? (await partsOf(db, shown)).filter(p => own.has(p.departmentId)) : []
  const { presortUndoHours, presortNeedsColleges } = await settingsOf(db)
  const [facts] = await db.query<{ people: number; wishes: number; checkedIn: number; conflicts: number }>(sql`select
    count(*)::int as people, count(w.id)::int as wishes,
    (select count(*)::int from dorm_stay y where y.tenant_id = ${db.me.tenantId} and y.batch_id = ${id} and y.check_in_at is not null) as "checkedIn",
    (select count(*)::int from presort_line l where l.tenant_id = ${db.me.tenantId} and l.run_id = ${plan.runId} and l.conflict is not null) as conflicts
    from student s left join presort_wish w on w.tenant_id = s.tenant_id and w.student_id = s.id where s.tenant_id = ${db.me.tenantId} and ${meant(plan.studentFilter)} and ${bedless(db, plan.startDate)}`)
  return {
    ...headOf(plan),
    isOwn,
    wishes: facts?.wishes ?? 0,
    people: facts?.people ?? 0,
    parts: parts.map(p => ({ ...p, isOwn: !isOwn })),
    needsColleges: presortNeedsColleges,
    undoUntil: plan.state === 'committed' && plan.committedAt ? new Date(Date.parse(plan.committedAt) + presortUndoHours * HOUR_MS).toISOString() : null,
    checkedIn: facts?.checkedIn ?? 0,
    conflicts: facts?.conflicts ?? 0,
  }
})
export default [forStaff, runs, card]
