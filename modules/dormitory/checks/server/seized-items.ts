import { schoolTimeText } from '#model/school-time.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import { handle } from '#server/context.ts'
import { serialNo } from '#server/data/serial-no.ts'
import { dormViolation } from '../model/violation.ts'
import { giveBackItem, seizeItem } from '../model/violation-actions.ts'
import { held } from './concerned.ts'
import { settingsOf } from './settings.ts'

/** 20-DI9: a unique number from a database sequence. */
const seize = handle(seizeItem, async (ctx, { id, item, returnOn: given }) => {
  const { db, refuse } = ctx
  const row = await held(ctx, id)
  if (row.seizedItem) refuse('already', { violationNo: row.violationNo, item: row.seizedItem, receipt: row.seizedReceiptNo })
  const { violationReturnDays } = await settingsOf(db)
  const returnOn = given ?? addDays(today(), violationReturnDays)
  if (returnOn < today()) refuse('past', { returnOn }, 'returnOn')
  const seizedReceiptNo = await serialNo(db, 'ZK', 'dorm_seized_no_seq')
  await db.update(dormViolation, id, { seizedItem: item, seizedReceiptNo, seizedAt: new Date().toISOString(), returnOn })
  return { seizedReceiptNo, returnOn }
})
const giveBack = handle(giveBackItem, async (ctx, { id }) => {
  const row = await held(ctx, id)
  if (!row.seizedItem) ctx.refuse('nothing', { violationNo: row.violationNo })
  if (row.returnedAt) ctx.refuse('already', { item: row.seizedItem, at: schoolTimeText(row.returnedAt) })
  await ctx.db.update(dormViolation, id, { returnedAt: new Date().toISOString() })
})
export default [seize, giveBack]
