import { handle } from '#server/context.ts'
import { beforeRepair } from '../model/apply-actions.ts'
import { urgencyOf } from './orders.ts'
import { placeOf } from './places.ts'
import { outageAt, similarOrders } from './report.ts'
import { leafOf } from './types.ts'

/** 20-R1, 20-R11 and beyond: same faults, outage, own remedies, and whether to call first. Staff see the same for rooms they reach. */
export default handle(beforeRepair, async (ctx, { typeId, ...given }) => {
  const { db, me } = ctx
  const permission = me.permissions.has('repair:repairOrder:applyFor') ? 'repair:repairOrder:applyFor' : undefined
  const [place, { type, line }] = [await placeOf(ctx, given, permission), await leafOf(db, typeId)]
  const [similar, outage, urgency] = [await similarOrders(db, place, typeId), await outageAt(db, place, line), await urgencyOf(db, type.defaultUrgencyId)]
  return {
    similar: similar.map(({ id, orderNo, title, state, createdAt, applicantId, supporterIds }) => ({
      id,
      orderNo,
      title,
      state,
      createdAt,
      supporters: supporterIds?.length ?? 0,
      isMine: applicantId === me.userId || Boolean(supporterIds?.includes(me.userId)),
    })),
    outage: outage ? { name: outage.name, endAt: outage.endAt, note: outage.note } : null,
    selfHelp: type.selfHelp,
    callsFirst: urgency.callsFirst,
    questions: (type.formJson ?? []).flatMap(q => q ?? []),
  }
})
