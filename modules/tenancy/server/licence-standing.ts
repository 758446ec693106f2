import sql from 'sql-template-tag'
import { handle } from '#server/context.ts'
import { firstSteps } from '#server/extensions/desk-parts.ts'
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
const MOST = 5
/** The checks that are not passed yet, on the dashboard of whoever sets the school up. */
const steps = firstSteps({
  code: 'tenancy.readiness',
  order: 10,
  permission: readiness.permission,
  async run(ctx) {
    const open = (await readinessHere(ctx)).lines.filter(line => line.share < 1)
    return open.slice(0, MOST).map(({ code, title, text, link }) => ({ code, title: text ? `${title}：${text}` : title, isDone: false, link }))
  },
})
export default [standing, checklist, steps]
