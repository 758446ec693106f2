import sql from 'sql-template-tag'
import { Refusal, refusalOf } from '#model'
import { outrankingUsers } from '#server/access/grants.ts'
import { holdsToday } from '#server/access/holders.ts'
import { type Ctx, compute, type Db, rules } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { endSessions } from '#server/identity/api.ts'
import { userAppMark } from '../model/app.ts'
import { roleUser } from '../model/role.ts'
import { REALMS, USER_TYPES, user } from '../model/user.ts'
import { isDistinctName, normaliseUserName } from '../model/user-name.ts'
import { enabledAdmins, holdsAdmin, keepingAdmins, lockAdmins } from './admins.ts'

type Draft = Record<string, unknown>

/** The accounts within the caller's scope; one that is missing or more privileged than the caller refuses the whole call. */
export async function manageable(
  ctx: Pick<Ctx, 'db' | 'me'>,
  ids: readonly string[],
): Promise<Array<{ id: string; nickName: string; status: string; userName: string; userType: number | null }>> {
  const wanted = [...new Set(ids)]
  const rows = await ctx.db.visible(user).all({ id: wanted })
  if (rows.length !== wanted.length) throw notFound()
  await assertMayManage(ctx, wanted)
  return rows
}
/** Refuses to change the sign-in, password, factors, bindings or sessions of an account more privileged than the caller. The data scope is checked before. */
export async function assertMayManage({ db, me }: Pick<Ctx, 'db' | 'me'>, userIds: readonly string[]): Promise<void> {
  const [beyond] = await outrankingUsers(db, me, userIds)
  if (beyond) throw refusalOf(user, 'tooMuch', { nickName: beyond.nickName })
}
function checkType(realm: unknown, userType: unknown): void {
  if (realm === 'admin' && userType === null) throw refusalOf(user, 'userTypeNeeded', {}, 'userType')
  if (realm !== 'admin' && userType !== null) throw refusalOf(user, 'userTypeAbsent', { realm: REALMS[realm as keyof typeof REALMS] }, 'userType')
  if (userType !== null && !Object.hasOwn(USER_TYPES, String(userType))) throw refusalOf(user, 'userTypeUnknown', { userType }, 'userType')
}
function assertDistinct(name: string, field: 'userName' | 'accountNo'): void {
  if (!isDistinctName(name)) throw refusalOf(user, 'lookAlike', { name }, field)
}
/** Normalises the name; a conflict names the account that has it. */
async function checkName(db: Db, realm: string, given: unknown, except: string | null): Promise<string> {
  const userName = normaliseUserName(String(given))
  if (!userName) throw refusalOf(user, 'userNameEmpty', {}, 'userName')
  assertDistinct(userName, 'userName')
  const rows = await db.query<{ accountNo: string }>(sql`select account_no as "accountNo" from sys_user
    where tenant_id = ${db.me.tenantId} and realm = ${realm} and lower(user_name) = lower(${userName}) and id is distinct from ${except}::uuid`)
  if (rows[0]) throw refusalOf(user, 'nameTaken', { userName, accountNo: rows[0].accountNo }, 'userName')
  return userName
}
const userRules = rules(user, {
  async add({ db }, draft: Draft) {
    checkType(draft.realm, draft.userType ?? null)
    draft.userName = await checkName(db, String(draft.realm), draft.userName, null)
    draft.accountNo = normaliseUserName(String(draft.accountNo))
    assertDistinct(String(draft.accountNo), 'accountNo')
  },
  async update(ctx, row, patch: Draft) {
    await assertMayManage(ctx, [row.id])
    if ('userType' in patch) checkType(row.realm, patch.userType)
    if (typeof patch.userName === 'string') patch.userName = await checkName(ctx.db, row.realm, patch.userName, row.id)
    if ('validUntil' in patch) await lockAdmins(ctx.db)
  },
  async updated({ db }, before, after) {
    // an expiry date in the past disables the account: the last-administrator check applies
    if (before.validUntil !== after.validUntil && (await holdsAdmin(db, after.id)) && !(await enabledAdmins(db)).length)
      throw refusalOf(user, 'lastAdmin', { nickName: after.nickName })
    await db.permissionsChanged([after.id])
  },
  async remove(ctx, row) {
    if (row.id === ctx.me.userId) throw refusalOf(user, 'self')
    await assertMayManage(ctx, [row.id])
    if (row.studentId || row.teacherId) throw refusalOf(user, 'fromBaseData', { nickName: row.nickName, source: row.studentId ? '学生' : '教职工' })
    if (row.lastLoginTime) throw refusalOf(user, 'usedAccount', { nickName: row.nickName })
    await keepingAdmins(ctx.db, row.nickName, () => ctx.db.removeWhere(roleUser, { userId: row.id }))
    await ctx.db.removeWhere(userAppMark, { userId: row.id }, { history: false })
  },
  async removed({ db }, row) {
    await endSessions(db, [row.id], 'disabled')
    await db.permissionsChanged([row.id])
    await db.emit('system.userDisabled', { userId: row.id, reason: 'removed' })
  },
})
/** Current role names and whether a password exists, computed for a page of accounts at once. */
const shown = compute(user, ['roleNames', 'hasPassword'], async ({ db }, rows) => {
  const found = await db.query<{ id: string; roles: string | null; hasPassword: boolean }>(sql`
    select u.id, u.password_hash is not null as "hasPassword", (
      select string_agg(distinct r.name || case when ru.source = 'cover' then '（代班）' else '' end, '、') from role_user ru join role r on r.tenant_id = ru.tenant_id and r.id = ru.role_id
      where ru.tenant_id = u.tenant_id and ru.user_id = u.id and ${holdsToday()}) as roles
    from sys_user u where u.tenant_id = ${db.me.tenantId} and u.id = any(${rows.map(r => r.id)}::uuid[])`)
  const byId = new Map(found.map(f => [f.id, f]))
  for (const row of rows) {
    row.roleNames = byId.get(row.id)?.roles ?? ''
    row.hasPassword = byId.get(row.id)?.hasPassword ?? false
  }
})
export const stale = (text: string, values: Record<string, unknown>, data: unknown): Refusal => new Refusal(409, [{ rule: 'record.stale', text, values }], data)
export default [userRules, shown]
