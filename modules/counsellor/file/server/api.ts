/** What other parts may call. */
export { collegesOf } from './files.ts'
export { onDuty } from './staffing.ts'
