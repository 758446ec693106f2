/** What other modules may call. */
export { workBar } from '../posts/server/api.ts'
