/** What the module's own files, and through them other modules, may call. */

export { type OfferedYears, supplyYears } from './offered-years.ts'
export { changes, creates, type PlannedChange, type RolloverYears, rolloverStep } from './step.ts'
