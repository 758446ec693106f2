import sql from 'sql-template-tag'
import { readinessCheck } from '#server/tenants/readiness.ts'
import { modeOf, settingsOf } from './settings.ts'

/** Checks that at least one outside channel works. */
export default readinessCheck('message.channels', '消息渠道', '/message/sms', async db => {
  const settings = await settingsOf(db)
  const isSms = (await db.query(sql`select 1 from sms_provider where tenant_id = ${db.me.tenantId} and is_enabled and vendor <> 'log' limit 1`)).length > 0
  const isOn = isSms || modeOf(settings, 'email') === 'on' || modeOf(settings, 'wecom') === 'on'
  return isOn ? { share: 1 } : { share: 0, text: '短信、邮件、企业微信都没有开通，现在只有站内消息' }
})
