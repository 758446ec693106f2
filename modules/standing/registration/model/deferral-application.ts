import { date, text } from '#model'
import { ownApplication } from '#modules/workflow/applications/model/application.ts'
import { asked, registrationDeferral } from './deferral.ts'

const own = ownApplication(registrationDeferral, { form: asked })
/** Deferral as an application of a student. */
export const deferralApplication = {
  apply: own.apply('申请暂缓注册'),
  resubmit: own.resubmit(),
  withdraw: own.withdraw(),
  begin: own.begin({}),
  preview: own.preview({ batchId: asked.batchId }, { until: date('暂缓到', { required: true }) }),
  mine: own.mine(['until']),
  card: own.card({
    batchName: text('批次', { required: true, max: 100 }),
    reason: asked.reason,
    until: date('暂缓到', { required: true }),
    blockedBy: text('未注册的原因', { max: 300 }),
  }),
}
