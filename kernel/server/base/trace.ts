import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

const running = new AsyncLocalStorage<string | undefined>()
const prefix = randomBytes(4).toString('hex')
let counter = 0

/** Trace id for a request or a piece of work, short enough to read out. */
export const newTraceId = (): string => `${prefix}${(counter++).toString(36).padStart(6, '0')}`
/** Runs work under a trace id, which its logs and follow-up work carry. */
export const inTrace = <T>(traceId: string | undefined, work: () => T): T => running.run(traceId, work)
/** Trace id of the running code; undefined outside of requests and jobs. */
export const traceNow = (): string | undefined => running.getStore()
/** Logger mixin that adds the trace id to every line; a `traceId` of the line itself takes precedence. */
export const traceMixin = (): { traceId?: string } => {
  const traceId = traceNow()
  return traceId ? { traceId } : {}
}
