import sql, { empty, type Sql } from 'sql-template-tag'
import { isUuid } from '#model'
import { user } from '#modules/system/model/user.ts'
import { assertMayManage } from '#modules/system/server/api.ts'
import { strongerAccounts } from '#server/access/grants.ts'
import { holdsToday } from '#server/access/holders.ts'
import { writeAudit } from '#server/audit/audit-line.ts'
import { type Ctx, handle } from '#server/context.ts'
import { likePattern } from '#server/data/where.ts'
import { endSession, endSessions } from '#server/identity/api.ts'
import { kickOnline, kickRole, onlineUsers } from '../model/credentials-sessions.ts'

interface Line {
  id: string
  userId: string
  accountNo: string
  nickName: string
  departmentName: string | null
  realm: 'admin' | 'welcome' | 'exam'
  terminal: 'pc' | 'mobile' | 'wecom'
  device: string | null
  ip: string | null
  createdAt: string
  lastActiveAt: string
}
const live = sql`s.state <> 'ended' and s.expires_at > now()`

const list = handle(onlineUsers, async ({ db, me }, { keyword, realm, terminal, departmentId, roleId, current, size }) => {
  const like = keyword ? likePattern(keyword) : null
  const page = size ?? 20
  // sessions are filtered by tenant; visibility follows the data scope of the accounts
  const wanted = sql`user_session s join (${db.visible(user).rows()}) u on u.id = s.user_id
    where s.tenant_id = ${me.tenantId} and ${live} ${realm ? sql`and s.realm = ${realm}` : empty} ${terminal ? sql`and s.terminal = ${terminal}` : empty}
      ${like ? sql`and (u.nick_name like ${like} or u.account_no like ${like} or u.user_name like ${like})` : empty}
      ${departmentId ? sql`and u.department_id in (with recursive below as (select ${departmentId}::uuid as id union select d.id from department d join below b on d.parent_id = b.id where d.tenant_id = ${me.tenantId}) select id from below)` : empty}
      ${roleId ? sql`and exists (select from role_user ru where ru.tenant_id = ${me.tenantId} and ru.user_id = u.id and ru.role_id = ${roleId} and ${holdsToday()})` : empty}`
  const [count] = await db.query<{ total: number; people: number }>(sql`select count(*)::int as total, count(distinct s.user_id)::int as people from ${wanted}`)
  const rows = await db.query<Line>(sql`
    with found as (select s.id, s.user_id, s.realm, s.terminal, s.device, s.ip, s.created_at, s.last_active_at, u.account_no, u.nick_name, u.department_id from ${wanted}
      order by s.last_active_at desc, s.id desc limit ${page} offset ${((current ?? 1) - 1) * page})
    select f.id, f.user_id as "userId", f.account_no as "accountNo", f.nick_name as "nickName", d.name as "departmentName", f.realm, f.terminal, f.device, f.ip, f.created_at as "createdAt", f.last_active_at as "lastActiveAt"
    from found f left join department d on d.tenant_id = ${me.tenantId} and d.id = f.department_id order by f.last_active_at desc, f.id desc`)
  return { total: count?.total ?? 0, people: count?.people ?? 0, result: rows.map(row => ({ ...row, isCurrent: row.id === me.sessionId })) }
})
/** Accounts within the scope of the permission to end sessions. */
async function inReach(ctx: Ctx, which: Sql): Promise<string[]> {
  const rows = await ctx.db.query<{ id: string }>(sql`select u.id from (${ctx.db.visible(user).rows()}) u where ${which}`)
  return rows.map(row => row.id)
}
const note = ({ db, me, ip, traceId }: Ctx, detail: object): Promise<string> =>
  writeAudit(db, { userId: me.userId, action: 'session.kick', bizType: 'userSession', detail, ip, traceId })

const kick = handle(kickOnline, async (ctx, { sessionIds, userIds }) => {
  const { db, me, refuse } = ctx
  const sessions = (sessionIds ?? []).filter(id => isUuid(id) && id !== me.sessionId)
  if (!sessions.length && !userIds?.length) refuse('nothing')
  const people = userIds?.length ? await inReach(ctx, sql`u.id = any(${userIds}::uuid[])`) : []
  const theirs = sessions.length
    ? await db.query<{ id: string; userId: string }>(
        sql`select s.id, s.user_id as "userId" from user_session s join (${db.visible(user).rows()}) u on u.id = s.user_id where s.tenant_id = ${me.tenantId} and ${live} and s.id = any(${sessions}::uuid[]) order by s.id`,
      )
    : []
  await assertMayManage(ctx, [...people, ...theirs.map(s => s.userId)])
  let ended = people.length ? await endSessions(db, people, 'kicked', me.sessionId) : 0
  for (const { id } of theirs) ended += await endSession(db, id, 'kicked')
  await note(ctx, { sessions: theirs.length, people: people.length, ended })
  return { ended }
})
/** Accounts more privileged than the caller keep their sessions. */
const kickAll = handle(kickRole, async (ctx, { roleId }) => {
  const people = await inReach(
    ctx,
    sql`exists (select from role_user ru where ru.tenant_id = ${ctx.me.tenantId} and ru.user_id = u.id and ru.role_id = ${roleId} and ${holdsToday()}) and u.id not in ${strongerAccounts(ctx.me)}`,
  )
  const ended = await endSessions(ctx.db, people, 'kicked', ctx.me.sessionId)
  await note(ctx, { roleId, people: people.length, ended })
  return { people: people.length, ended }
})
export default [list, kick, kickAll]
