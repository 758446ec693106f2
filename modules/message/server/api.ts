/** What other modules may call. */
export { stopQueued } from './stop-queued.ts'
