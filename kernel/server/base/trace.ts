import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

const running = new AsyncLocalStorage<string | undefined>()
const prefix = randomBytes(4).toString('hex')
let counter = 0

/** A number of our own for a request or a piece of work, short enough to read out. */
export const newTraceId = (): string => `${prefix}${(counter++).toString(36).padStart(6, '0')}`
/** Does work of a trace: what it logs, and what that sets going, can be found by the trace's number. */
export const inTrace = <T>(traceId: string | undefined, work: () => T): T => running.run(traceId, work)
/** The trace of what is running here; undefined for what belongs to no request and no job. */
export const traceNow = (): string | undefined => running.getStore()
/** For a logger: every line says which trace it belongs to. A line that names another itself keeps that. */
export const traceMixin = (): { traceId?: string } => {
  const traceId = traceNow()
  return traceId ? { traceId } : {}
}
