import { extensionPoint } from '../base/extension-point.ts'
import type { Db } from '../context.ts'
import { QUEUE_CHANNEL, queueCall } from '../data/change-feed.ts'
import type { Gate } from '../data/gate.ts'

/** A queue of a module that every process works off all the time. */
export interface QueueWorker {
  kind: 'drain'
  name: string
  /** A query that finds a row where something is due in a school (`$1`): all schools are asked in one statement every fifteen seconds. None where only a call starts the work. */
  waiting?: string
  /** Calls are gathered for so long, so that what is told within moments is handed over together. */
  gatherMs?: number
  /** Runs at a time in one process; some, unless said otherwise. */
  atOnce?: number
  /** Of these, for one school; one, unless said otherwise. */
  lanes?: number
  /** `stopping` is aborted when the process stops. */
  run: (db: Db, stopping?: AbortSignal) => Promise<boolean>
}
export const queueWorkers = extensionPoint<QueueWorker>('drain', { id: d => d.name })
/** Declares one: `run` takes some of what is due in one school, so that no other process takes the same, and answers whether more may be waiting. It runs outside a transaction,
 *  when it is called (`notifyWorkers`), and where `waiting` finds a row: what became due by the clock, and what a process that died left behind. */
export const queueWorker = (name: string, waiting: string, run: QueueWorker['run']): QueueWorker => queueWorkers.make({ name, waiting, run })

/** Calls the workers of a queue of this school once the running transaction has committed. */
export const notifyWorkers = (db: Db, name: string): Promise<void> => (db as Gate).announce(QUEUE_CHANNEL, queueCall(name, db.me.tenantId))
