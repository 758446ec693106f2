import sql from 'sql-template-tag'
import { compute } from '#server/context.ts'
import { presortPlan, presortQuota } from '../model/plan.ts'
import { readPlan } from './plan.ts'
import { bedless, meant } from './pool.ts'

/** Number of a plan's students per quota: one statement per plan. */
export default compute(presortQuota, ['demand'], async ({ db }, rows) => {
  const plans = await db.unscoped(presortPlan).all({ id: [...new Set(rows.map(r => r.planId))] }) // of quotas in the reader's scope
  for (const plan of plans.map(readPlan)) {
    const counts = await db.query<{ departmentId: string | null; gradeMajorId: string | null; classId: string | null; genderCode: string; n: number }>(
      sql`select s.department_id as "departmentId", s.grade_major_id as "gradeMajorId", s.class_id as "classId", s.gender_code as "genderCode", count(*)::int as n
        from student s where s.tenant_id = ${db.me.tenantId} and ${meant(plan.studentFilter)} and ${bedless(db, plan.startDate)} group by 1, 2, 3, 4`,
    )
    for (const row of rows.filter(r => r.planId === plan.id)) {
      const of = counts.filter(
        c =>
          c.genderCode === row.genderCode &&
          (row.classId ? c.classId === row.classId : row.gradeMajorId ? c.gradeMajorId === row.gradeMajorId : c.departmentId === row.departmentId),
      )
      row.demand = of.reduce((sum, c) => sum + c.n, 0)
    }
  }
})
