import sql from 'sql-template-tag'
import { type Ctx, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { framePath } from '#server/http/frame-page.ts'
import { isToken, newToken, tokenHash } from '#server/identity/tokens.ts'
import { paramOf } from '#server/params/params.ts'
import { isAllowedFrame } from '../model/frames.ts'
import { frameAddress, redeemTicket } from '../model/preference.ts'
import { mayOpen } from './may-open.ts'
import { menuRows } from './routes.ts'

const PLACE = '{ticket}'
const SECONDS = 60

async function newTicket({ db, me }: Ctx): Promise<string> {
  const ticket = newToken()
  // expired tickets are deleted when a new one is issued
  await db.query(sql`delete from shell_ticket where tenant_id = ${me.tenantId} and expires_at < now() - interval '1 hour'`)
  await db.query(sql`insert into shell_ticket (tenant_id, ticket_hash, user_id, session_id, expires_at)
    values (${me.tenantId}, ${tokenHash(ticket)}, ${me.userId}, ${me.sessionId}, now() + make_interval(secs => ${SECONDS}))`)
  return ticket
}
const issue = handle(frameAddress, async (ctx, { menuId }) => {
  const row = (await menuRows(ctx.db, 'web')).find(m => m.id === menuId && mayOpen(ctx.me)(m))
  if (!row?.menuLink) throw notFound()
  const allowed = isAllowedFrame(row.menuLink, await paramOf<string>(ctx, 'shell', 'frameHosts'))
  if (allowed === 'form') return ctx.refuse('form', { title: row.title })
  if (allowed !== true) return ctx.refuse('host', { host: allowed.host })
  const address = row.menuLink.includes(PLACE) ? row.menuLink.replaceAll(PLACE, await newTicket(ctx)) : row.menuLink
  return { address, page: await framePath(ctx.db, ctx.me.tenantId, address) }
})
interface Holder {
  tenantId: string
  userId: string
  userName: string
  accountNo: string
  nickName: string
  userType: string | null
  departmentId: string | null
  studentId: string | null
  teacherId: string | null
}
/** A single statement consumes the ticket, so that concurrent redemptions cannot both succeed. The issuing session must still be alive. */
const redeem = handle(redeemTicket, async ({ db, me, refuse }, { ticket }) => {
  const [holder] = isToken(ticket)
    ? await db.query<Holder>(sql`with taken as (update shell_ticket set used_at = now() where tenant_id = ${me.tenantId} and ticket_hash = ${tokenHash(ticket)} and used_at is null and expires_at > now() returning user_id, session_id)
        select t.code as "tenantId", u.id as "userId", u.user_name as "userName", u.account_no as "accountNo", u.nick_name as "nickName", u.user_type::text as "userType",
          u.department_id as "departmentId", u.student_id as "studentId", u.teacher_id as "teacherId"
        from taken join sys_user u on u.tenant_id = ${me.tenantId} and u.id = taken.user_id and u.status = 'enabled' join tenant t on t.id = u.tenant_id
        join user_session s on s.tenant_id = u.tenant_id and s.id = taken.session_id and s.ended_at is null`)
    : []
  return holder ?? refuse('gone')
})
export default [issue, redeem]
