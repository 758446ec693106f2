import { mustAllow, type Row } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import { type Db, handle } from '#server/context.ts'
import { openTodos } from '#server/notifications/todos.ts'
import { scoreOrder } from '../model/apply-actions.ts'
import { REPAIR_MESSAGES } from '../model/messages.ts'
import { repairOrder } from '../model/order.ts'
import { DISPATCH } from '../model/permissions.ts'
import { meanOf, repairScore } from '../model/score.ts'
import { holdersFor, tell } from './notify-order.ts'
import { changeOrder, type Order, ownOrder } from './orders.ts'
import { settingsOf } from './settings.ts'

const PAGE = '/repair/scores'

/** 20-R7, 20-R12: of the own order, also of one that was merged; its repair is that of the order it went into. */
export default handle(scoreOrder, async (ctx, { id, text, anonymous, ...marks }) => {
  const { db, me, refuse } = ctx
  const row = await ownOrder(ctx, id)
  mustAllow(repairOrder, row, 'score')
  const repaired = row.mergedIntoId ? await db.unscoped(repairOrder).one(row.mergedIntoId) : row // the order it was merged into
  if (!repaired.confirmedAt) refuse('tooEarly', { orderNo: row.orderNo })
  if (repaired.scoreUntil && Date.parse(repaired.scoreUntil) < Date.now()) refuse('late', { orderNo: row.orderNo, until: schoolTimeText(repaired.scoreUntil) })
  const { lowScore } = await settingsOf(db)
  const isAnonymous = anonymous === true
  const draft = {
    id: uuidv7(),
    orderId: id,
    repairerId: repaired.workerId,
    ...marks,
    mean: meanOf(marks),
    text: text ?? null,
    anonymous: isAnonymous,
    raterId: isAnonymous ? null : me.userId,
  }
  const made = await db.insertMany(repairScore, [draft], { skipExisting: true, ...(isAnonymous ? { anonymous: true as const } : {}) })
  if (!made) refuse('scored', { orderNo: row.orderNo })
  await changeOrder(db, id, { score: draft.mean, ...(row.state === 'confirmed' ? { state: 'closed' as const } : {}) })
  if (draft.mean <= lowScore) await askToCallBack(db, row, draft)
})
/** 20-R9 */
async function askToCallBack(db: Db, order: Order, { id, mean }: Pick<Row<typeof repairScore>, 'id' | 'mean'>): Promise<void> {
  const dispatchers = await holdersFor(db, DISPATCH)
  await tell(db, REPAIR_MESSAGES.lowScore, [order], dispatchers, PAGE, () => ({ mean }))
  const link = `${PAGE}?id=${id}`
  await openTodos(
    db,
    dispatchers(order).map(userId => ({
      userId,
      kind: 'task' as const,
      title: { text: '{place}评分低，请回访', values: { place: order.place ?? '' } },
      bizType: 'repairScore',
      bizId: id,
      link,
      mobileLink: link,
    })),
  )
}
