import sql from 'sql-template-tag'
import { addDays } from '#modules/campus/model/days.ts'
import { accountsOfTeachers } from '#modules/campus/server/api.ts'
import { staffOfAll } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { type Appointment, orgAppointment } from '../model/appointment.ts'
import { orgElection } from '../model/election.ts'
import { type StudentOrg, studentOrg } from '../model/org.ts'
import { orgTerm } from '../model/term.ts'
import { shuffleBallots } from './ballot-box.ts'
import { beginPosts, endPosts, lapsePosts, tellHolders } from './office.ts'
import { settingsOf } from './settings.ts'

const idsOf = async (db: Db, where: ReturnType<typeof sql>): Promise<string[]> =>
  (await db.query<{ id: string }>(sql`select t.id from org_appointment t where t.tenant_id = ${db.me.tenantId} and ${where} order by t.id`)).map(r => r.id)
/** Terms and posts follow the calendar, all of them at once: those whose last day has passed first, so that a seat is free for who follows. */
export async function passDays(db: Db, on = today()): Promise<number> {
  const ended = await endPosts(db, await idsOf(db, sql`t.state = 'active' and t."to" < ${on}::date`), 'ended', '任期结束', addDays(on, -1))
  const lapsed = await lapsePosts(db, await idsOf(db, sql`t.state in ('approved', 'publicised') and t."to" < ${on}::date`), '任期已过')
  const begun = await beginPosts(db, await idsOf(db, sql`t.state = 'approved' and t."from" <= ${on}::date`), on)
  const terms = [
    await db.updateWhere(orgTerm, sql`t.state <> 'ended' and t."to" < ${on}::date`, { state: 'ended' }),
    await db.updateWhere(orgTerm, sql`t.state = 'planned' and t."from" <= ${on}::date`, { state: 'running' }),
  ]
  return ended + lapsed + begun + terms.flat().length + (await askForSuccessors(db, on))
}
const guideIds = ({ guideId, otherGuideIds }: StudentOrg): string[] => [guideId, ...(otherGuideIds ?? [])].flatMap(id => id ?? [])
/** Who answers for these organisations: their guides, of a class the counsellor. */
export async function guidesOf(db: Db, orgIds: readonly string[]): Promise<(orgId: string) => readonly string[]> {
  const orgs = await db.unscoped(studentOrg).all({ id: [...new Set(orgIds)] }) // who is responsible for them
  const guides = await accountsOfTeachers(db, orgs.flatMap(guideIds))
  const counsellors = await staffOfAll(
    db,
    orgs.map(o => ({ departmentId: o.departmentId, counselledClassId: o.classId })),
    'fdy',
  )
  const of = new Map(orgs.map((o, at) => [o.id, [...new Set([guideIds(o).map(id => guides.get(id) ?? []), o.classId ? (counsellors[at] ?? []) : []].flat(2))]]))
  return orgId => of.get(orgId) ?? []
}
/** 60-OG7: some weeks before posts end, those who answer for the organisation are asked for successors, once. */
async function askForSuccessors(db: Db, on: string): Promise<number> {
  const { successorDays } = await settingsOf(db)
  const near = sql`t.state = 'active' and t.successors_asked_on is null and t."to" between ${on}::date and ${addDays(on, successorDays)}::date`
  const asked = await db.updateWhere(orgAppointment, near, { successorsAskedOn: on }, { bookkeeping: true })
  const rows: Appointment[] = await db.unscoped(orgAppointment).all({ id: asked.map(a => a.id) }) // just marked
  const keepers = await guidesOf(
    db,
    rows.map(r => r.orgId),
  )
  await tellHolders(db, 'successors', rows, { to: r => keepers(r.orgId) })
  return rows.length
}
/** 60-OG5: ballots of elections under way lose their order each night; what came before says nothing any more, and at the count they do so again. */
async function mixBallots(db: Db): Promise<number> {
  return shuffleBallots(
    db,
    (await db.unscoped(orgElection).all({ state: 'voting' })).map(e => e.id),
  ) // nobody reads them
}
export default scheduledJob('studentOrg.days', '学生组织任期', '0 0 * * *', async db => (await passDays(db)) + (await mixBallots(db)), {
  due: `select from student_org where tenant_id = $1 limit 1`,
})
