import sql, { empty } from 'sql-template-tag'
import { user } from '#modules/system/model/user.ts'
import { manageable } from '#modules/system/server/api.ts'
import { holdsToday } from '#server/access/holders.ts'
import { writeAudit } from '#server/audit/audit-line.ts'
import { handle } from '#server/context.ts'
import { likePattern } from '#server/data/where.ts'
import { identityIn } from '#server/identity/index.ts'
import { notify } from '#server/notifications/notify.ts'
import { factorList, factorReset } from '../model/credentials-factor.ts'
import { bindingChanged } from '../model/sso.ts'
import { mfaSettings } from './credentials-mfa.ts'

interface Line {
  id: string
  accountNo: string
  nickName: string
  roleNames: string
  isRequired: boolean
  hasTotp: boolean
  isVerified: boolean
  codesLeft: number
  devices: number
  total: number
}
const people = handle(factorList, async (ctx, { keyword, isMissing, current, size }) => {
  const { db, me } = ctx
  const like = keyword ? likePattern(keyword) : null
  const page = size ?? 20
  const rows = await db.query<Line>(sql`
    with held as (select ru.user_id, bool_or(r.mfa_required) as required, string_agg(distinct r.name, '、') as names from role_user ru join role r on r.tenant_id = ru.tenant_id and r.id = ru.role_id
      where ru.tenant_id = ${me.tenantId} and ${holdsToday()} group by ru.user_id),
    found as (select u.id, u.account_no, u.nick_name, u.mobile_verified, coalesce(h.names, '') as names, coalesce(h.required, false) as required, coalesce(f.secret is not null, false) as totp
      from (${db.visible(user).rows()}) u left join held h on h.user_id = u.id left join second_factor f on f.tenant_id = ${me.tenantId} and f.user_id = u.id
      where u.status = 'enabled' and (h.required or f.secret is not null) ${like ? sql`and (u.nick_name like ${like} or u.account_no like ${like})` : empty}
        ${isMissing ? sql`and f.secret is null and not u.mobile_verified` : empty})
    select id, account_no as "accountNo", nick_name as "nickName", names as "roleNames", required as "isRequired", totp as "hasTotp", mobile_verified as "isVerified", count(*) over ()::int as total,
      (select count(*)::int from recovery_code c where c.tenant_id = ${me.tenantId} and c.user_id = found.id and c.used_at is null) as "codesLeft",
      (select count(*)::int from trusted_device d where d.tenant_id = ${me.tenantId} and d.user_id = found.id and d.valid_until > now()) as devices
    from found order by totp, account_no limit ${page} offset ${((current ?? 1) - 1) * page}`)
  const { isEnabled } = await mfaSettings(identityIn(ctx), me.tenantId)
  return { total: rows[0]?.total ?? 0, isEnabled, result: rows.map(({ total: _total, ...row }) => row) }
})
const reset = handle(factorReset, async ({ db, me, ip, traceId, refuse }, { id, reason }) => {
  if (id === me.userId) refuse('self')
  const [row] = await manageable({ db, me }, [id])
  const gone = [
    ...(await db.query(sql`delete from second_factor where tenant_id = ${me.tenantId} and user_id = ${id} returning 1`)),
    ...(await db.query(sql`delete from trusted_device where tenant_id = ${me.tenantId} and user_id = ${id} returning 1`)),
  ]
  if (!gone.length) refuse('none', { nickName: row?.nickName })
  await db.query(sql`delete from recovery_code where tenant_id = ${me.tenantId} and user_id = ${id}`)
  await writeAudit(db, { userId: me.userId, action: 'mfa.reset', bizType: 'user', bizId: id, detail: { reason }, ip, traceId })
  await notify(db, bindingChanged, { to: [id], values: { source: { text: '身份验证器' }, change: { text: '解除绑定' } }, bizType: 'user', bizId: id, link: '/personalcenter' })
})
export default [people, reset]
