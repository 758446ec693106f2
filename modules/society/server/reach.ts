import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { accountsOfTeachers } from '#modules/campus/server/api.ts'
import { accountsOf } from '#modules/student/server/api.ts'
import { findPeople } from '#modules/workflow/server/api.ts'
import { holdersOf } from '#server/access/holders.ts'
import type { Ctx, Db } from '#server/context.ts'
import { ROLES, type Role, societyMember } from '../model/member.ts'
import { type Society, society } from '../model/society.ts'

type Caller = Pick<Ctx, 'db' | 'me'>
/** As what somebody acts for a society: by a post in it, as its advisor, or as staff whose data scope reaches it. */
export type Standing = 'head' | 'deputy' | 'treasurer' | 'advisor' | 'staff'
export const POSTS = ['head', 'deputy', 'treasurer'] as const satisfies readonly Role[]
/** Held by the youth league and by guidance units, not by advisors. */
const STAFF = 'society:societyMember:update'
export const advisorsOf = ({ advisorId, otherAdvisorIds }: Pick<Society, 'advisorId' | 'otherAdvisorIds'>): string[] => [
  advisorId,
  ...(otherAdvisorIds ?? []).flatMap(id => id ?? []),
]
/** Posts of the caller, by society. */
export async function ownPosts({ db, me }: Caller): Promise<ReadonlyMap<string, (typeof POSTS)[number]>> {
  if (!me.studentId) return new Map()
  const rows = await db.unscoped(societyMember).all({ studentId: me.studentId, state: 'active', role: POSTS }) // the caller's own posts
  return new Map(rows.map(r => [r.societyId, r.role as (typeof POSTS)[number]]))
}
/** Whether the caller is staff whose data scope reaches the society. */
export const isStaffOf = async ({ db, me }: Caller, of: Pick<Society, 'id'>): Promise<boolean> =>
  me.permissions.has(STAFF) && Boolean(await db.visibleFor(society, STAFF).find({ id: of.id }))
export const isAdvisorOf = ({ me }: Caller, of: Society): boolean => Boolean(me.teacherId && advisorsOf(of).includes(me.teacherId))
/** Living societies that the caller advises. */
export async function advisedSocieties({ db, me }: Caller): Promise<Society[]> {
  if (!me.teacherId) return []
  const found = await db.query<{ id: string }>(sql`select id from society where tenant_id = ${db.me.tenantId} and state <> 'dissolved'
    and (advisor_id = ${me.teacherId}::uuid or other_advisor_ids ? ${me.teacherId})`)
  return db.unscoped(society).all({ id: found.map(f => f.id) }) // the caller advises them
}
/** Societies in which a student is a member. */
export async function societiesOf(db: Db, studentId: string): Promise<ReadonlySet<string>> {
  return new Set((await db.unscoped(societyMember).all({ studentId, state: 'active' })).map(m => m.societyId)) // of the student asked about
}
export async function standingIn(ctx: Caller, of: Society): Promise<Standing | undefined> {
  const post = (await ownPosts(ctx)).get(of.id)
  if (post) return post
  if (await isStaffOf(ctx, of)) return 'staff'
  return isAdvisorOf(ctx, of) ? 'advisor' : undefined
}
/** Refuses whoever does not act for the society in one of these standings. */
export async function mustStandFor(ctx: Caller, of: Society, ...as: readonly Standing[]): Promise<Standing> {
  const standing = await standingIn(ctx, of)
  if (standing && as.includes(standing)) return standing
  const post = as.find(s => s === 'treasurer') ?? 'head'
  throw refusalOf(society, 'notYours', { name: of.name, who: { text: ROLES[post as 'head'] } })
}
export interface Keepers {
  /** Accounts of head and deputies. */
  heads: readonly string[]
  advisors: readonly string[]
}
export async function keepersOf(db: Db, of: Society): Promise<Keepers> {
  const heads = await db.unscoped(societyMember).all({ societyId: of.id, state: 'active', role: ['head', 'deputy'] }) // who answers for the society
  const [students, teachers] = [
    await accountsOf(
      db,
      heads.map(h => h.studentId),
    ),
    await accountsOfTeachers(db, advisorsOf(of)),
  ]
  return { heads: [...students.values()], advisors: [...teachers.values()] }
}
/** Accounts of those who hold a post in the society. */
export async function postHolders(db: Db, societyId: string): Promise<string[]> {
  const rows = await db.unscoped(societyMember).all({ societyId, state: 'active', role: POSTS }) // who acts for the society
  const accounts = await accountsOf(
    db,
    rows.map(r => r.studentId),
  )
  return [...accounts.values()]
}
/** Managers of the guidance unit; of a unit without any, the youth league. */
export async function unitAccounts(db: Db, departmentId: string): Promise<string[]> {
  const who = { applicantId: '', studentId: null, departmentId, classId: null, row: {} }
  const found = (await findPeople(db, { by: 'role', role: 'college', inDepartment: true }, who)).map(p => p.userId)
  return found.length ? found : (await holdersOf(db, 'league')).map(h => h.id)
}
