/** What the other parts may call. */
export { aboutApplication } from './approve.ts'
export type { Batch } from './batches.ts'
export { type Application, batchOf, ownApplications } from './my-applications.ts'
export { type Plan, planLabels } from './plans.ts'
export { examRefund } from './refund.ts'
export { sittings } from './sittings.ts'
