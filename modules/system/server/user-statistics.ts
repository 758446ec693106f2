import sql from 'sql-template-tag'
import type { OutputOf } from '#model'
import { DAY_MS } from '#model/days.ts'
import { holdsToday } from '#server/access/holders.ts'
import { handle } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { user } from '../model/user.ts'
import { UNUSED_DAYS, userStatistics } from '../model/user-actions.ts'

type Privileged = OutputOf<typeof userStatistics>['privileged'][number]
const MOST = 500

/** Accounts that nobody uses, users of each role, and who holds a privileged one; of enabled accounts in the reader's scope. */
export default handle(userStatistics, async ({ db, lang }) => {
  const unusedBefore = new Date(Date.now() - UNUSED_DAYS * DAY_MS).toISOString()
  const own = sql`(select * from ${db.visible(user).rows()} v where v.status = 'enabled')`
  const [counts] = await db.query<{ enabled: number; unused: number; never: number }>(sql`select count(*)::int as enabled,
      count(*) filter (where u.last_login_time < ${unusedBefore})::int as unused, count(*) filter (where u.last_login_time is null)::int as never from ${own} u`)
  const holders = sql`from role r join role_user ru on ru.tenant_id = r.tenant_id and ru.role_id = r.id and ${holdsToday()} join ${own} u on u.id = ru.user_id where r.tenant_id = ${db.me.tenantId}`
  const roles = await db.query<{ code: string; name: string; privileged: boolean; users: number }>(
    sql`select r.code, r.name, r.privileged, count(distinct u.id)::int as users ${holders} group by r.code, r.name, r.privileged order by r.privileged desc, users desc, r.code`,
  )
  const privileged =
    await db.query<Privileged>(sql`select u.id, u.nick_name as name, u.account_no as "accountNo", string_agg(distinct r.name, '、') as roles, u.last_login_time as "lastLoginTime"
    ${holders} and r.privileged group by u.id, u.nick_name, u.account_no, u.last_login_time order by u.account_no limit ${MOST}`)
  const named = (names: string): string =>
    names
      .split('、')
      .map(name => translate(lang, name))
      .join(lang === 'en' ? ', ' : '、')
  return {
    ...(counts ?? { enabled: 0, unused: 0, never: 0 }),
    unusedBefore,
    roles: roles.map(r => ({ ...r, name: translate(lang, r.name) })),
    privileged: privileged.map(p => ({ ...p, roles: named(p.roles) })),
  }
})
