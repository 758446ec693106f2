import sql from 'sql-template-tag'
import { handle } from '#server/context.ts'
import { machineHere, readinessHere, standingHere, studentsHere } from '#server/tenants/here.ts'
import { licenceStanding, readiness } from '../model/index.ts'

const standing = handle(licenceStanding, async ctx => {
  const [school] = await ctx.db.query<{ tenantId: string; schoolName: string }>(
    sql`select code as "tenantId", school_name as "schoolName" from tenant where id = ${ctx.me.tenantId}`,
  )
  const now = await standingHere(ctx)
  return {
    ...now,
    modules: [...now.modules],
    tenantId: school?.tenantId ?? '',
    schoolName: school?.schoolName ?? '',
    machineCode: await machineHere(ctx),
    students: await studentsHere(ctx),
  }
})
const checklist = handle(readiness, ctx => readinessHere(ctx))
export default [standing, checklist]
