import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { DATA_SCOPE_NAMES, DERIVED_ROLES } from '#model/roles.ts'
import { type CustomScope, covers, customFault, type Scope, scopeNames } from '#model/scope-order.ts'
import { heldReaches, missingPowers, powersOfRoles } from '#server/access/grants.ts'
import { type Ctx, compute, handle, rules } from '#server/context.ts'
import { menu } from '../model/menu.ts'
import { ancestors } from '../model/menu-tree.ts'
import { assignable, compareRoles, role, roleMenu, roleUser } from '../model/role.ts'
import { contentOf } from './plan-grant.ts'

/** A new role has no permissions, but its scope may not exceed what its creator could grant. */
function checkScope({ me }: Ctx, scope: Scope, custom: CustomScope | null): void {
  const fault = customFault(custom)
  if (scope === 'custom' && fault === 'empty') throw refusalOf(role, 'customNeeded', {}, 'customScope')
  if (fault && fault !== 'empty') throw refusalOf(role, 'customForm', { key: fault }, 'customScope')
  const held = heldReaches(me, 'system:role:add')
  if (!covers(held, scope, custom)) throw refusalOf(role, 'scopeTooWide', { scope: DATA_SCOPE_NAMES[scope], own: scopeNames(held) }, 'dataScope')
}
const MARKS = ['privileged', 'mfaRequired', 'delegable'] as const
/** Flags may only be changed by callers with whole-school granting: without them a privileged role signs in with weaker checks. */
function checkMarks({ me }: Ctx, before: Record<string, unknown>, after: Record<string, unknown>): void {
  if (MARKS.some(m => after[m] !== undefined && Boolean(after[m]) !== Boolean(before[m])) && !heldReaches(me, 'system:role:grant').some(h => h.scope === 'all'))
    throw refusalOf(role, 'privilege')
}
const roleRules = rules(role, {
  async add(ctx, draft) {
    const taken = [...(await ctx.db.cached(role)).values()].find(r => r.code === draft.code)
    if (taken) throw refusalOf(role, 'codeTaken', { code: draft.code, name: taken.name }, 'code')
    checkMarks(ctx, {}, draft)
    checkScope(ctx, draft.dataScope ?? 'self', draft.customScope ?? null)
  },
  async update(ctx, row, patch) {
    if (('dataScope' in patch && patch.dataScope !== row.dataScope) || 'customScope' in patch) throw refusalOf(role, 'scopeByGrant', {}, 'dataScope')
    checkMarks(ctx, row, patch)
  },
  async remove({ db, me }, row) {
    if (row.builtIn) throw refusalOf(role, 'builtIn', { name: row.name })
    // the role row is locked: concurrent assignments wait on their foreign key
    const [used] = await db.query<{ n: number }>(sql`select count(distinct user_id)::int as n from role_user where tenant_id = ${me.tenantId} and role_id = ${row.id}`)
    if (used?.n) throw refusalOf(role, 'inUse', { name: row.name, count: used.n })
    await db.removeWhere(roleMenu, { roleId: row.id })
  },
})
const counted = compute(role, ['userCount'], async ({ db, me }, rows) => {
  const found = await db.query<{ id: string; n: number }>(
    sql`select role_id as id, count(distinct user_id)::int as n from role_user where tenant_id = ${me.tenantId} group by role_id`,
  )
  const byId = new Map(found.map(f => [f.id, f.n]))
  for (const row of rows) row.userCount = byId.get(row.id) ?? 0
})
const holders = compute(roleUser, ['accountNo', 'departmentName'], async ({ db, me }, rows) => {
  const found = await db.query<{
    id: string
    accountNo: string
    departmentName: string | null
  }>(sql`select u.id, u.account_no as "accountNo", d.name as "departmentName" from sys_user u
    left join department d on d.tenant_id = u.tenant_id and d.id = u.department_id where u.tenant_id = ${me.tenantId} and u.id = any(${rows.map(r => r.userId)}::uuid[])`)
  const byId = new Map(found.map(f => [f.id, f]))
  for (const row of rows) {
    row.accountNo = byId.get(row.userId)?.accountNo ?? null
    row.departmentName = byId.get(row.userId)?.departmentName ?? null
  }
})
/** Menus and buttons that differ between two roles, with their place in the tree. */
const compare = handle(compareRoles, async ({ db }, { roleId, otherId }) => {
  const [one, other] = [await db.visible(role).one(roleId), await db.visible(role).one(otherId)]
  const [first, second] = [await contentOf(db, one), await contentOf(db, other)]
  const menus = await db.cached(menu)
  const scopeName = (content: typeof first, id: string): string | null => (content.menus.has(id) ? DATA_SCOPE_NAMES[content.menus.get(id) ?? content.scope] : null)
  return [...menus.values()]
    .filter(m => m.permissionKey && (first.menus.has(m.id) !== second.menus.has(m.id) || scopeName(first, m.id) !== scopeName(second, m.id)))
    .map(m => ({
      menuId: m.id,
      path: [...ancestors(menus, m.id).reverse(), m].map(x => x.title).join(' / '),
      type: m.type,
      first: first.menus.has(m.id),
      second: second.menus.has(m.id),
      firstScope: scopeName(first, m.id),
      secondScope: scopeName(second, m.id),
    }))
})
/** Roles the caller may assign: no more permissions than their own, and only delegable ones without whole-school scope. */
const mine = handle(assignable, async ({ db, me }) => {
  const isWhole = heldReaches(me, 'system:user:assignRoles').some(h => h.scope === 'all')
  const all = [...(await db.cached(role)).values()].filter(r => !(DERIVED_ROLES as readonly string[]).includes(r.code) && (isWhole || r.delegable))
  const given = await powersOfRoles(
    db,
    all.map(r => r.id),
  )
  return all
    .filter(
      r =>
        !missingPowers(
          me,
          given.filter(g => g.roleId === r.id),
        ),
    )
    .sort((a, b) => (a.sort ?? 0) - (b.sort ?? 0))
    .map(r => ({ id: r.id, value: r.id, label: r.name, code: r.code, scopeName: DATA_SCOPE_NAMES[r.dataScope] }))
})
export default [roleRules, counted, holders, compare, mine]
