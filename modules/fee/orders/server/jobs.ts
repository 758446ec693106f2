import sql from 'sql-template-tag'
import { addDays } from '#modules/campus/model/days.ts'
import { accountsWith } from '#server/access/holders.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import { merchantAccount } from '../../merchants/model/merchant-account.ts'
import { closeOrder } from '../model/actions.ts'
import { MERCHANT_MESSAGES } from '../model/messages.ts'
import { notifyLog } from '../model/notify-log.ts'

const EXPIRY_DAYS = 30
const KEPT_YEARS = 3
/** Finance hears of each expiry once. */
async function tellExpiring(db: Db): Promise<number> {
  const isNear = sql`t.is_enabled and t.key_expires_on <= ${addDays(today(), EXPIRY_DAYS)} and t.expiry_told_on is distinct from t.key_expires_on`
  const rows = await db.updateWhere(merchantAccount, isNear, { expiryToldOn: sql`t.key_expires_on` }, { bookkeeping: true, returning: ['name', 'keyExpiresOn'] })
  if (!rows.length) return 0
  const to = await accountsWith(db, closeOrder.permission)
  const told = rows.map(({ id, name, keyExpiresOn }) => ({
    to,
    values: { merchant: name, day: keyExpiresOn ?? '' },
    bizType: 'merchantAccount',
    bizId: id,
    link: '/fee/merchants',
  }))
  await notifyEach(db, MERCHANT_MESSAGES.keyExpires, told)
  return rows.length
}
const removeOld = async (db: Db): Promise<number> => (await db.removeWhere(notifyLog, sql`t.received_at < now() - make_interval(years => ${KEPT_YEARS})`)).length

export default [
  scheduledJob('fee.keyExpiry', '支付密钥到期提醒', '0 8 * * *', tellExpiring, {
    due: `select from merchant_account where tenant_id = $1 and is_enabled and key_expires_on <= current_date + ${EXPIRY_DAYS + 1} and expiry_told_on is distinct from key_expires_on`,
  }),
  scheduledJob('fee.notifyRetention', '清理三年前的支付通知', '30 3 1 * *', removeOld),
]
