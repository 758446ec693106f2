/** What other parts of the module may call. */
export { type Applicant, mustBePresent } from './applicants.ts'
export { application } from './application.ts'
export { handleApplication } from './handle.ts'
export { type CaseProgress, casesOf, mayDecide, mayReadRow } from './progress.ts'
export { readableRow } from './readable.ts'
export type { Asking, Valid } from './serving.ts'
export { refuseWith, violationTexts } from './violations.ts'
