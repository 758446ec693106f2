import { department, stuClass } from '#modules/campus/model/organisation.ts'
import { venue } from '#modules/campus/model/places.ts'
import { availableOf, RUNNING, society } from '#modules/society/model/society.ts'
import { advisedSocieties, isAdvisorOf, ownPosts } from '#modules/society/server/api.ts'
import { studentOrg } from '#modules/studentOrg/model/org.ts'
import { ledOrgs } from '#modules/studentOrg/server/api.ts'
import type { Ctx, Db } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { callOffActivity } from '../model/actions.ts'
import { type Activity, activity, type OrganiserType } from '../model/activity.ts'

type Caller = Pick<Ctx, 'db' | 'me'>
export interface Organiser {
  id: string
  type: OrganiserType
  name: string
  ownerDepartmentId: string | null
  advisorId: string | null
  /** Of the fund of a society, what is not held. */
  free: number | null
}
const LEADS: readonly string[] = ['head', 'deputy']
const led = async (ctx: Caller): Promise<string[]> => [...(await ownPosts(ctx))].flatMap(([id, post]) => (LEADS.includes(post) ? [id] : []))
/** In whose name the caller may propose: societies they lead or advise, student organisations they lead or guide, the class they are monitor of, of staff their department. */
export async function organisersOf(ctx: Caller): Promise<Organiser[]> {
  const { db, me } = ctx
  const societies = [...(await db.unscoped(society).all({ id: await led(ctx) })), ...(await advisedSocieties(ctx))] // the caller's own
  const running = [...new Map(societies.filter(s => RUNNING.includes(s.state)).map(s => [s.id, s])).values()]
  const classes = me.studentId ? [...(await db.cached(stuClass)).values()].filter(c => c.monitorId === me.studentId && c.state === 'active') : []
  const orgs = (await ledOrgs(ctx)).filter(o => o.type !== 'classCommittee') // of which the class has activities
  const own = me.studentId ? undefined : (await db.cached(department)).get(me.departmentId ?? '')
  return [
    ...running.map(s => ({ id: s.id, type: 'society' as const, name: s.name, ownerDepartmentId: s.guidanceUnitId, advisorId: s.advisorId, free: availableOf(s) })),
    ...orgs.map(o => ({ id: o.id, type: 'organisation' as const, name: o.name, ownerDepartmentId: o.departmentId, advisorId: o.guideId, free: null })),
    ...classes.map(c => ({ id: c.id, type: 'class' as const, name: c.name, ownerDepartmentId: c.departmentId, advisorId: null, free: null })),
    ...(own ? [{ id: own.id, type: 'department' as const, name: own.name, ownerDepartmentId: own.id, advisorId: me.teacherId, free: null }] : []),
  ]
}
/** The columns by which an activity names its organiser. */
export const columnsOf = ({ id, type, ownerDepartmentId, advisorId }: Organiser) => ({
  ...{
    organiserType: type,
    societyId: type === 'society' ? id : null,
    orgId: type === 'organisation' ? id : null,
    departmentId: type === 'department' ? id : null,
    classId: type === 'class' ? id : null,
  },
  ...{ ownerDepartmentId, advisorId },
})
type Of = Pick<Activity, 'societyId' | 'orgId' | 'departmentId' | 'classId'>
/** Activities of the same organiser. */
export const sameOrganiser = ({ societyId, orgId, classId, departmentId }: Of): Partial<Of> =>
  societyId ? { societyId } : orgId ? { orgId } : classId ? { classId } : { departmentId }
/** Activities of societies that the caller leads or advises, and of organisations they lead or guide. */
export async function runBy(ctx: Caller): Promise<Array<{ societyId: string[] } | { orgId: string[] }>> {
  return [{ societyId: [...(await led(ctx)), ...(await advisedSocieties(ctx)).map(s => s.id)] }, { orgId: (await ledOrgs(ctx)).map(o => o.id) }]
}
/** Whether the caller runs an activity: whoever proposed it, acts for its society or organisation, or is staff whose scope reaches it. */
export async function mayRun(ctx: Caller, { id, societyId, orgId }: Pick<Activity, 'id' | 'societyId' | 'orgId'>): Promise<boolean> {
  const { db, me } = ctx
  if (me.permissions.has(callOffActivity.permission) && (await db.visibleFor(activity, callOffActivity.permission).find({ id }))) return true
  if (orgId) return (await ledOrgs(ctx)).some(o => o.id === orgId)
  if (!societyId) return false
  return (await led(ctx)).includes(societyId) || isAdvisorOf(ctx, await db.unscoped(society).one(societyId)) // only whether the caller advises it
}
/** An activity that the caller runs; others learn nothing of it. */
export async function findRun(ctx: Caller, id: string): Promise<Activity> {
  const row = await ctx.db.unscoped(activity).find({ id }) // whether the caller runs it is checked next
  if (!row || !(await mayRun(ctx, row))) throw notFound()
  return row
}
type Named = Pick<Activity, 'organiserType' | 'societyId' | 'orgId' | 'departmentId' | 'classId' | 'venueId' | 'place'>
/** Who organises activities, and where they are, in words. */
export async function wordsOf(db: Db, rows: readonly Named[]): Promise<(row: Named) => { organiser: string | null; place: string | null }> {
  const [departments, classes, venues] = [await db.cached(department), await db.cached(stuClass), await db.cached(venue)]
  const societies = new Map((await db.unscoped(society).all({ id: rows.flatMap(r => r.societyId ?? []) })).map(s => [s.id, s.name])) // names
  const orgs = new Map((await db.unscoped(studentOrg).all({ id: rows.flatMap(r => r.orgId ?? []) })).map(o => [o.id, o.name])) // as above
  return ({ societyId, orgId, departmentId, classId, venueId, place }) => ({
    organiser: societies.get(societyId ?? '') ?? orgs.get(orgId ?? '') ?? departments.get(departmentId ?? '')?.name ?? classes.get(classId ?? '')?.name ?? null,
    place: [venues.get(venueId ?? '')?.name, place].filter(Boolean).join(' ') || null,
  })
}
