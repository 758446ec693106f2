import { handle } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { chooseWorker, UNFIT_REASONS } from '../model/choose-worker.ts'
import { repairOrder } from '../model/order.ts'
import { UNASSIGNED } from '../model/states.ts'
import { repairType } from '../model/type.ts'
import { grabOrder } from '../model/work-actions.ts'
import { give } from './assign.ts'
import { askedBefore, jobOf, workersOf } from './workers.ts'

/** 20-R3: the first valid claim wins. The order is locked, so that the others see that it is gone. */
export default handle(grabOrder, async (ctx, { orderId }) => {
  const { db, me, refuse, lang } = ctx
  const order = await db.unscoped(repairOrder).lock(orderId) // offered to all workers
  const type = (await db.cached(repairType)).get(order.typeId)
  if (type?.mode !== 'grab' || !UNASSIGNED.some(state => state === order.state)) refuse('taken')
  const workers = await workersOf(db, { ids: [me.userId], lock: true })
  const choice = chooseWorker(workers, await jobOf(db, order, (await askedBefore(db, [orderId])).get(orderId)), Date.now())
  if ('reason' in choice) return refuse('unfit', { why: translate(lang, UNFIT_REASONS[choice.reason]) })
  const [id = ''] = await give(db, [{ order, repairerId: me.userId, way: 'grab', why: null }])
  return { id }
})
