import { systemGate } from '../access/calls.ts'
import type { Db } from '../context.ts'
import type { Core } from '../data/core.ts'
import type { Gate } from '../data/gate.ts'
import { extensionPoint } from '../extension-point.ts'
import { tenantIds } from '../tenants/tenant.ts'
import { inTrace, newTraceId } from '../trace.ts'

const CHANNEL = 'ql_drain'
/** Looked at when nobody calls: what became due by the clock, and calls that were not heard. */
const SWEEP_MS = 5_000

/** A queue of a module that every process works off all the time. */
export interface QueueWorker {
  kind: 'drain'
  name: string
  run: (db: Db) => Promise<boolean>
}
export const queueWorkers = extensionPoint<QueueWorker>('drain', { id: d => d.name })
/** Declares one: `run` takes some of what is due in one school, so that no other process takes the same, and answers whether more may be waiting. It runs outside a transaction. */
export const queueWorker = (name: string, run: QueueWorker['run']): QueueWorker => queueWorkers.make({ name, run })

/** Calls the workers of a queue of this school once the running transaction has committed. */
export const notifyWorkers = (db: Db, name: string): Promise<void> => (db as Gate).announce(CHANNEL, `${name}:${db.me.tenantId}`)

/** Works off the queues of the kernel (`own`) and of all modules; a call is heard by every process, the queue's own locks say who does what. */
export function startQueueWorkers(core: Core, own: readonly QueueWorker[] = []): { stop(): Promise<void>; settle(): Promise<void> } {
  const drains = [...own, ...core.registry.of(queueWorkers)]
  const running = new Map<string, Promise<void>>()
  const again = new Set<string>()
  let stopped = false
  const start = (of: QueueWorker, tenantId: string): Promise<void> => {
    const key = `${of.name}:${tenantId}`
    const known = running.get(key)
    if (known) {
      again.add(key)
      return known
    }
    const work = inTrace(newTraceId(), () =>
      empty(core, of, tenantId, () => stopped || !again.delete(key))
        .catch(error => core.log.error({ err: error, queue: of.name, tenantId }, 'a queue could not be worked off'))
        .finally(() => running.delete(key)),
    )
    running.set(key, work)
    return work
  }
  const sweep = async (): Promise<void> => {
    if (stopped || !drains.length) return
    const schools = await tenantIds(core)
    await Promise.all(schools.flatMap(id => drains.map(d => start(d, id))))
  }
  core.notifier.listen(CHANNEL, payload => {
    const [name, tenantId = ''] = payload.split(':')
    const of = drains.find(d => d.name === name)
    if (of && tenantId && !stopped) void start(of, tenantId)
  })
  const timer = setInterval(() => void sweep().catch(error => core.log.error({ err: error }, 'queues')), SWEEP_MS)
  timer.unref()
  return {
    settle: sweep,
    async stop() {
      stopped = true
      clearInterval(timer)
      await Promise.all(running.values())
    },
  }
}
/** Until nothing is due and nobody called meanwhile. */
async function empty(core: Core, of: QueueWorker, tenantId: string, isDone: () => boolean): Promise<void> {
  const db = systemGate(core, tenantId, of.name)
  do while (await of.run(db));
  while (!isDone())
}
