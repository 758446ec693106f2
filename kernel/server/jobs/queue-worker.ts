import { extensionPoint } from '../base/extension-point.ts'
import type { Db } from '../context.ts'
import { QUEUE_CHANNEL, queueCall } from '../data/change-feed.ts'
import type { Gate } from '../data/gate.ts'

/** A queue of a module that every process works on continuously. */
export interface QueueWorker {
  kind: 'queueWorker'
  name: string
  /** Query that finds a due row in a school (`$1`), polled for all schools in one statement every fifteen seconds. Omitted if only `notifyWorkers` starts the work. */
  waiting?: string
  /** Batching delay after a notification, so that work arriving in quick succession is handled together. */
  gatherMs?: number
  /** Concurrent runs per process; a default otherwise (see queues.ts). */
  atOnce?: number
  /** Of these, concurrent runs for one school; default 1. */
  lanes?: number
  /** `stopping` is aborted on shutdown. */
  run: (db: Db, stopping?: AbortSignal) => Promise<boolean>
}
export const queueWorkers = extensionPoint<QueueWorker>('queueWorker', { id: d => d.name })
/** Declares a queue worker. `run` takes some due work of one school, locked so that no other process takes the same, and returns whether more may be waiting. It runs outside a
 *  transaction, on notification (`notifyWorkers`) and when polling `waiting` finds a row: work that became due by time, or was left by a dead process. */
export const queueWorker = (name: string, waiting: string, run: QueueWorker['run']): QueueWorker => queueWorkers.make({ name, waiting, run })

/** Notifies the workers of a queue of this school once the running transaction has committed. */
export const notifyWorkers = (db: Db, name: string): Promise<void> => (db as Gate).announce(QUEUE_CHANNEL, queueCall(name, db.me.tenantId))
