/** What other parts of the module may call. */
export { barredFrom } from './effects.ts'
export { execute, executionHolds } from './enter-force.ts'
