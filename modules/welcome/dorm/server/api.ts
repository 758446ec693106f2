/** What other parts may call. */
export { bedsAt, releaseStay } from './release.ts'
