import sql from 'sql-template-tag'
import { setting } from '#modules/system/server/api.ts'
import type { Db } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { notify } from '#server/notifications/notify.ts'
import { unusualUse } from '../model/messages.ts'
import { keepers } from './keepers.ts'

const EXPORTS_AN_HOUR = 5
/** Students outside the reader's scope that were asked for (30-SP5). */
const HIDDEN_AN_HOUR = 20
/** Roles on duty at night. */
const NIGHT_ROLES = ['dormManager', 'officer', 'admin', 'secAdmin', 'auditAdmin', 'platform']
interface Use {
  userId: string
  who: string
  reads: number
  exports: number
  hidden: number
  night: number
}
/** Alerts on unusual reads or exports within an hour, and on reads at night by users not on duty; exports of scheduled queries do not count. The hour ends at `until`, default
 *  now. */
export async function lookForUnusual(db: Db, until = new Date().toISOString()): Promise<number> {
  const limit = await setting<number>(db, 'audit', 'readsPerHour')
  const uses = await db.query<Use>(sql`
    select a.user_id as "userId", u.nick_name as who, count(*) filter (where a.action = 'reveal')::int as reads, count(*) filter (where a.action = 'export')::int as exports,
      count(*) filter (where a.action = 'access.hidden')::int as hidden,
      count(*) filter (where a.action in ('reveal', 'export') and extract(hour from a.at) < 5 and not exists (
        select from role_user ru join role r on r.tenant_id = ru.tenant_id and r.id = ru.role_id where ru.tenant_id = a.tenant_id and ru.user_id = a.user_id and r.code = any(${NIGHT_ROLES})))::int as night
    from audit_log a join sys_user u on u.tenant_id = a.tenant_id and u.id = a.user_id
    where a.tenant_id = ${db.me.tenantId} and a.detail->>'kind' is distinct from 'schedule' and a.at <= ${until}::timestamptz and a.at > ${until}::timestamptz - interval '1 hour' group by 1, 2`)
  const found = uses.flatMap(use => [
    ...(use.reads > limit ? [{ use, what: '查看敏感信息', count: use.reads, limit }] : []),
    ...(use.exports > EXPORTS_AN_HOUR ? [{ use, what: '导出数据', count: use.exports, limit: EXPORTS_AN_HOUR }] : []),
    ...(use.hidden > HIDDEN_AN_HOUR ? [{ use, what: '打开范围外的记录', count: use.hidden, limit: HIDDEN_AN_HOUR }] : []),
    ...(use.night ? [{ use, what: '在凌晨查看或导出信息', count: use.night, limit: 0 }] : []),
  ])
  const to = found.length ? await keepers(db) : []
  for (const { use, what, count, limit } of found)
    await notify(db, unusualUse, {
      to,
      values: { who: use.who, what: { text: what }, count, limit },
      bizType: 'user',
      bizId: use.userId,
      link: `/audit/audits?userId=${use.userId}`,
    })
  return found.length
}
export default scheduledJob('audit.unusualUse', '异常使用检查', '5 * * * *', db => lookForUnusual(db), {
  due: `select from audit_log where tenant_id = $1 and at > now() - interval '2 hours'`,
})
