import { ref } from '#model'
import { ownApplication } from '#modules/workflow/applications/model/application.ts'
import { growthObjection } from './objection.ts'

const { hours, points, labourHours, grounds, proofs } = growthObjection.fields
const own = ownApplication(growthObjection, { form: { hours, points, labourHours, grounds, proofs } })
/** 60-GL3: an objection stands beside its entry, on the page of the own ledger. */
export const objecting = {
  apply: own.apply('提出异议', { entryId: ref('growthEntry', '成长记录', { required: true }) }),
  resubmit: own.resubmit(),
  withdraw: own.withdraw(),
}
