import { mustAllow } from '#model'
import { handle } from '#server/context.ts'
import { confirmOrder } from '../model/apply-actions.ts'
import { repairOrder } from '../model/order.ts'
import { settle } from './notify-order.ts'
import { changeOrder, concernedOrder } from './orders.ts'
import { daysAfter, settingsOf } from './settings.ts'

/** 20-R7: by the applicant or anybody who reported the same. */
export default handle(confirmOrder, async (ctx, { id }) => {
  const { db, me } = ctx
  const row = await concernedOrder(ctx, id)
  mustAllow(repairOrder, row, 'confirm')
  const confirmedAt = new Date().toISOString()
  const scoreUntil = daysAfter(confirmedAt, (await settingsOf(db)).scoreDays)
  await changeOrder(db, id, { state: 'confirmed', confirmedAt, scoreUntil, confirmedWay: row.applicantId === me.userId ? 'applicant' : 'supporter' })
  await settle(db, [row], 'confirm', '已确认')
})
