/** What other parts may call. */
export { releaseStay } from './release.ts'
