import sql from 'sql-template-tag'
import { payoutHold } from '#modules/money/server/api.ts'
import { accountsOf } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { handle } from '#server/context.ts'
import { notify } from '#server/notifications/notify.ts'
import { itemsOf } from '../../items/server/api.ts'
import { revokeAward } from '../model/actions.ts'
import { awardRecord } from '../model/award-record.ts'
import { RECORD_MESSAGES } from '../model/messages.ts'
import { proposeRecovery, unpay } from './money.ts'

/** 40-A10: the record stays; what can still be stopped is, and what was paid is proposed for recovery. */
const revoke = handle(revokeAward, async ({ db }, { id, reason }) => {
  const row = await db.visible(awardRecord).lock(id, 'revoke')
  const [item] = await itemsOf(db, [row.itemId])
  const name = item?.name ?? ''
  await db.update(awardRecord, id, { state: 'revoked', revokedOn: today(), revokeReason: reason })
  const recover = await unpay(db, row)
  if (recover) await proposeRecovery(db, row, name, recover)
  const { studentId, itemId, level, xn } = row
  await db.emit('award.revoked', { recordId: id, studentId, itemId, level, xn })
  const account = (await accountsOf(db, [studentId])).get(studentId)
  const link = '/award/certificates'
  if (account) await notify(db, RECORD_MESSAGES.revoked, { to: [account], values: { item: name, xn, reason }, bizType: 'awardRecord', bizId: id, link, mobileLink: link })
  return { recover }
})
/** A revoked award is not paid, whichever list it is on. */
const hold = payoutHold('award.revoked', async (db, lines) => {
  const rows = await db.query<{ id: string }>(
    sql`select id from award_record where tenant_id = ${db.me.tenantId} and state = 'revoked' and id::text = any(${lines.map(l => l.grantId)}::text[])`,
  )
  const gone = new Set(rows.map(r => r.id))
  return new Map(lines.flatMap(l => (gone.has(l.grantId) ? [[l.id, '奖项已撤销'] as const] : [])))
})
export default [revoke, hold]
