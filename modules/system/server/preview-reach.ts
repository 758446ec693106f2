import sql from 'sql-template-tag'
import { allEntities, type Entity, permissionKey } from '#model'
import { DATA_SCOPE_NAMES } from '#model/roles.ts'
import { powersOfRoles } from '#server/access/grants.ts'
import { today } from '#server/base/today.ts'
import type { Ctx, DataScope, Principal, Reach } from '#server/context.ts'
import { type Content, type Plan, permissionsOf, type RoleRow } from './plan-grant.ts'

/** Users sampled for the before/after count: enough to show the effect, few enough to answer at once. */
const SAMPLE = 5
const MOST_ENTITIES = 12

interface Reached {
  entity: string
  user: string
  before: number
  after: number
}
/** Affected users and their visible row counts before and after, counted with the actual scope conditions. */
export async function previewReach(
  ctx: Ctx,
  r: RoleRow,
  plan: Plan,
): Promise<{ users: number; scopeChanges: Array<{ menu: string; from: string; to: string }>; reach: Reached[]; sampled: number }> {
  const { db, me } = ctx
  const [count] = await db.query<{ n: number }>(
    sql`select count(distinct user_id)::int as n from role_user where tenant_id = ${me.tenantId} and role_id = ${r.id} and (valid_to is null or valid_to >= ${today()})`,
  )
  const changed = changedEntities(plan)
  const people = changed.length ? await holders(ctx, r.id) : []
  const reach: Reached[] = []
  for (const person of people) {
    const others = (await powersOfRoles(db, person.otherRoleIds)).map(g => ({ key: g.key, reach: { roleCode: '', scope: g.scope as DataScope, custom: g.custom } }))
    for (const e of changed) {
      const key = permissionKey(e, 'list')
      const rest = others.filter(o => o.key === key).map(o => o.reach)
      const counted = async (content: Content): Promise<number> => {
        const scope = permissionsOf(plan.menus, content).get(key)
        const own: Reach[] = scope ? [{ roleCode: r.code, scope, custom: content.custom }] : []
        return (await db.reachOf(e, person.principal, [...rest, ...own])).count()
      }
      const before = await counted(plan.before)
      const after = await counted(plan.after)
      if (before !== after) reach.push({ entity: e.label, user: person.principal.nickName, before, after })
    }
  }
  return { users: count?.n ?? 0, scopeChanges: scopeChanges(plan), reach, sampled: people.length }
}
/** Entities whose list a save opens, closes, widens or narrows. */
function changedEntities(plan: Plan): Entity[] {
  const before = permissionsOf(plan.menus, plan.before)
  const after = permissionsOf(plan.menus, plan.after)
  const isCustomChanged = JSON.stringify(plan.before.custom) !== JSON.stringify(plan.after.custom)
  return allEntities()
    .filter(e => {
      const key = permissionKey(e, 'list')
      return !e.options.scope.everyone && (before.get(key) !== after.get(key) || (isCustomChanged && after.get(key) === 'custom'))
    })
    .slice(0, MOST_ENTITIES)
}
function scopeChanges(plan: Plan): Array<{ menu: string; from: string; to: string }> {
  const before = permissionsOf(plan.menus, plan.before)
  const after = permissionsOf(plan.menus, plan.after)
  const pages = [...plan.after.menus.keys()].map(id => plan.menus.get(id)).filter(m => m?.type === 'menu' && m.permissionKey)
  return pages.flatMap(m => {
    const from = before.get(m?.permissionKey as string)
    const to = after.get(m?.permissionKey as string)
    return m && from && to && from !== to ? [{ menu: m.title, from: DATA_SCOPE_NAMES[from], to: DATA_SCOPE_NAMES[to] }] : []
  })
}
interface Holder {
  principal: Principal
  otherRoleIds: string[]
}
async function holders({ db, me }: Ctx, roleId: string): Promise<Holder[]> {
  const rows = await db.query<{
    id: string
    accountNo: string
    nickName: string
    userType: number | null
    studentId: string | null
    teacherId: string | null
    personId: string | null
    departmentId: string | null
    others: string[]
  }>(sql`
    select u.id, u.account_no as "accountNo", u.nick_name as "nickName", u.user_type as "userType", u.student_id as "studentId", u.teacher_id as "teacherId", u.person_id as "personId", u.department_id as "departmentId",
      array(select distinct o.role_id from role_user o where o.tenant_id = u.tenant_id and o.user_id = u.id and o.role_id <> ${roleId} and (o.valid_to is null or o.valid_to >= ${today()})) as others
    from sys_user u where u.tenant_id = ${me.tenantId} and account_is_active(u.status, u.valid_until)
      and u.id in (select user_id from role_user where tenant_id = ${me.tenantId} and role_id = ${roleId} and (valid_to is null or valid_to >= ${today()})) order by u.account_no limit ${SAMPLE}`)
  return rows.map(u => ({
    otherRoleIds: u.others,
    principal: { ...u, userId: u.id, userName: u.accountNo, tenantId: me.tenantId, tenantCode: me.tenantCode, realm: 'admin', roles: [], sessionId: null, permissions: new Map() },
  }))
}
