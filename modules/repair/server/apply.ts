import { handle } from '#server/context.ts'
import { applyRepair } from '../model/apply-actions.ts'
import { report } from './report.ts'

export default handle(applyRepair, async (ctx, form) => {
  const { id, orderNo } = await report(ctx, form, { applicantId: ctx.me.userId })
  return { id, orderNo }
})
