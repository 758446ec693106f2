import sql from 'sql-template-tag'
import { DATA_SCOPE_NAMES, DERIVED_ROLES } from '#model/roles.ts'
import { missingPowers, powersOfRoles, titles } from '#server/access/grants.ts'
import { type ActionCtx, type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { addRoleUsers, removeRoleUsers, role, roleUser } from '../model/role.ts'
import { REALMS, user } from '../model/user.ts'
import { assignRoles, userRoles } from '../model/user-roles.ts'
import { keepingAdmins } from './admins.ts'
import { audit, grantsChanged, note, touched } from './changes.ts'
import { manageable, stale } from './users.ts'

type Ctx = ActionCtx<typeof assignRoles> | ActionCtx<typeof addRoleUsers> | ActionCtx<typeof removeRoleUsers>
interface RoleRow {
  id: string
  code: string
  name: string
  delegable: boolean | null
}
/** Role assignments are written into the account's history by name, not as row changes. */
const IN_ACCOUNT = { history: false } as const
/** Roles tied to one realm; all other roles belong to the admin realm. */
const REALM_OF: Readonly<Record<string, keyof typeof REALMS>> = { newStudent: 'welcome', applicant: 'exam' }

/** Roles may only be granted or revoked by callers who hold all their permissions; callers without whole-school scope are limited to delegable roles. */
async function checkRoles(ctx: Ctx, roles: readonly RoleRow[]): Promise<void> {
  const { db, me, refuse } = ctx
  const isWhole = (me.permissions.get('system:user:assignRoles') ?? []).some(r => r.scope === 'all')
  const given = await powersOfRoles(
    db,
    roles.map(r => r.id),
  )
  for (const r of roles) {
    if ((DERIVED_ROLES as readonly string[]).includes(r.code)) refuse('derived', { role: r.name })
    if (!isWhole && !r.delegable) refuse('notDelegable', { role: r.name })
    const own = given.filter(g => g.roleId === r.id)
    const { lacks, wider } = missingPowers(me, own) ?? {}
    if (lacks) refuse('lacksPermission', { role: r.name, permissions: titles(lacks) })
    if (wider) refuse('lacksScope', { role: r.name, scope: DATA_SCOPE_NAMES[wider.scope] })
  }
}
async function rolesOf(db: Db, ids: readonly string[]): Promise<RoleRow[]> {
  const all = await db.cached(role)
  return ids.map(id => all.get(id)).filter((r): r is NonNullable<typeof r> => r !== undefined)
}
const assign = handle(assignRoles, async (ctx, { id, roleIds, version }) => {
  const { db, me, refuse } = ctx
  await manageable(ctx, [id])
  const row = await db.visible(user).lock(id)
  const held = await db.query<{ roleId: string }>(sql`select role_id as "roleId" from role_user where tenant_id = ${me.tenantId} and user_id = ${id} and source = 'manual'`)
  const before = held.map(h => h.roleId)
  if (row.version !== version) throw stale('“{nickName}”的角色刚刚被别人改过，请核对后再保存', { nickName: row.nickName }, { version: row.version, roleIds: before })
  const wanted = [...new Set(roleIds)]
  const added = await rolesOf(
    db,
    wanted.filter(r => !before.includes(r)),
  )
  const taken = await rolesOf(
    db,
    before.filter(r => !wanted.includes(r)),
  )
  if (!added.length && !taken.length) return { id, version }
  await checkRoles(ctx, [...added, ...taken])
  const wrong = added.find(r => (REALM_OF[r.code] ?? 'admin') !== row.realm)
  if (wrong) refuse('wrongRealm', { role: wrong.name, realm: REALMS[row.realm] })
  await keepingAdmins(db, row.nickName, async () => {
    await db.removeWhere(roleUser, { userId: id, source: 'manual', roleId: taken.map(r => r.id) }, IN_ACCOUNT)
    await db.insertMany(
      roleUser,
      added.map(r => ({ roleId: r.id, userId: id })),
      { skipExisting: true, ...IN_ACCOUNT },
    )
  })
  await db.updateWhere(user, { id }, touched(me), { bookkeeping: true })
  const names = async (ids: readonly string[]): Promise<string> => (await rolesOf(db, ids)).map(r => r.name).join('、')
  note(ctx, user, [id], 'assignRoles', { roleNames: { from: await names(before), to: await names(wanted) } })
  await audit(ctx, 'assignRoles', 'user', id, { added: added.map(r => r.code), removed: taken.map(r => r.code) })
  await grantsChanged(db, { userIds: [id] })
  return { id, version: version + 1 }
})
const of = handle(userRoles, async ({ db, me }, { id }) => {
  const row = await db.visible(user).one(id)
  return db.query(sql`select r.id as "roleId", r.code, r.name, ru.source, ru.valid_from as "validFrom", ru.valid_to as "validTo", c.nick_name as "coveredName"
    from role_user ru join role r on r.tenant_id = ru.tenant_id and r.id = ru.role_id left join sys_user c on c.tenant_id = ru.tenant_id and c.id = ru.covered_user_id
    where ru.tenant_id = ${me.tenantId} and ru.user_id = ${row.id} order by r.sort, ru.source`)
})
/** Set-based: five thousand users are one statement; idempotent. */
const addUsers = handle(addRoleUsers, async (ctx, { roleId, userIds }) => {
  const { db, refuse } = ctx
  const [target] = await rolesOf(db, [roleId])
  if (!target) throw notFound()
  await checkRoles(ctx, [target])
  const wanted = [...new Set(userIds)]
  const found = await db.query<{ id: string; realm: keyof typeof REALMS }>(sql`select u.id, u.realm from ${db.visible(user).rows()} u where u.id = any(${wanted}::uuid[])`)
  if (found.length !== wanted.length) refuse('outside', { count: wanted.length - found.length })
  const realm = REALM_OF[target.code] ?? 'admin'
  const stranger = found.find(f => f.realm !== realm)
  if (stranger) refuse('wrongRealm', { role: target.name, realm: REALMS[stranger.realm] })
  const added = await db.insertFrom(roleUser, { roleId, userId: sql`u.id` }, sql`unnest(${wanted}::uuid[]) u(id)`, { skipExisting: true, returning: ['userId'], ...IN_ACCOUNT })
  const ids = added.map(a => a.userId)
  note(ctx, user, ids, 'assignRoles', { roleNames: { from: null, to: target.name } })
  await audit(ctx, 'addRoleUsers', 'role', roleId, { role: target.code, users: ids.length })
  await grantsChanged(db, { userIds: ids })
  return { added: ids.length, already: wanted.length - ids.length }
})
const removeUsers = handle(removeRoleUsers, async (ctx, { roleId, userIds }) => {
  const { db, refuse } = ctx
  const [target] = await rolesOf(db, [roleId])
  if (!target) throw notFound()
  await checkRoles(ctx, [target])
  const wanted = [...new Set(userIds)]
  const found = await db.query<{ id: string }>(sql`select u.id from ${db.visible(user).rows()} u where u.id = any(${wanted}::uuid[])`)
  if (found.length !== wanted.length) refuse('outside', { count: wanted.length - found.length })
  const removed = await keepingAdmins(db, target.name, () => db.removeWhere(roleUser, { roleId, source: 'manual', userId: wanted }, { returning: ['userId'], ...IN_ACCOUNT }))
  const ids = removed.map(r => r.userId)
  note(ctx, user, ids, 'assignRoles', { roleNames: { from: target.name, to: null } })
  await audit(ctx, 'removeRoleUsers', 'role', roleId, { role: target.code, users: ids.length })
  await grantsChanged(db, { userIds: ids })
  return { removed: ids.length }
})
export default [assign, of, addUsers, removeUsers]
