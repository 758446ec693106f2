import { systemGate } from '../access/calls.ts'
import { Semaphore } from '../base/semaphore.ts'
import { inTrace, newTraceId } from '../base/trace.ts'
import { QUEUE_CHANNEL } from '../data/change-feed.ts'
import type { Core } from '../data/core.ts'
import { forEachTenant } from '../data/each-tenant.ts'
import { type NamedModules, runsInBackground } from '../licence/licensed-modules.ts'
import { type QueueWorker, queueWorkers } from './queue-worker.ts'
import { Repeated } from './repeated.ts'

/** Polling interval, for work that became due by time and for missed notifications. */
const SWEEP_MS = 15_000
/** Default concurrency of a queue in one process. */
const AT_ONCE = 4

interface Waiting {
  tenantId: string
  modules: NamedModules
  queues: string[]
}
/** Runs the queues of the kernel (`own`) and of all modules for the schools with waiting work. Every process receives a notification, and the queue's own locks decide who does
 *  what. Queues of modules that a school is not licensed for are paused. */
export class Queues {
  private readonly core: Core
  private readonly workers: ReadonlyMap<string, QueueWorker>
  private readonly slots: ReadonlyMap<string, Semaphore>
  private readonly sweeping: Repeated
  private readonly running = new Map<string, Promise<void>>()
  /** Queue and school notified again while being worked on. */
  private readonly again = new Set<string>()
  private readonly gathering = new Map<string, NodeJS.Timeout>()
  /** Licensed modules as of the last poll. */
  private licences = new Map<string, (code: string) => boolean>()
  private readonly stopping = new AbortController()

  constructor(core: Core, own: readonly QueueWorker[]) {
    this.core = core
    this.workers = new Map([...own, ...core.registry.of(queueWorkers)].map(w => [w.name, w]))
    this.slots = new Map([...this.workers.values()].map(w => [w.name, new Semaphore(w.atOnce ?? AT_ONCE)]))
    this.sweeping = new Repeated(SWEEP_MS, () => this.sweep(), core.log)
  }
  start(): void {
    this.core.notifier.listen(QUEUE_CHANNEL, payload => {
      const [name = '', tenantId = ''] = payload.split(':')
      const worker = this.workers.get(name)
      if (worker && tenantId) this.call(worker, tenantId)
    })
    this.core.notifier.onReconnect(() => void this.sweep().catch(error => this.core.log.error({ err: error }, 'queues')))
    this.sweeping.start()
  }
  async stop(): Promise<void> {
    this.stopping.abort()
    for (const timer of this.gathering.values()) clearTimeout(timer)
    await this.sweeping.stop()
    await Promise.all(this.running.values())
  }
  /** Works off what is waiting now, of some queues or of all; resolves when that is done, with whether anything was waiting. */
  async settle(of: (name: string) => boolean = () => true): Promise<boolean> {
    const begun = await this.look(of)
    await Promise.all(begun)
    while (this.running.size) await Promise.all(this.running.values())
    return begun.length > 0
  }
  private async sweep(): Promise<void> {
    await this.look(() => true)
  }
  private async look(of: (name: string) => boolean): Promise<Promise<void>[]> {
    if (this.stopping.signal.aborted) return []
    const found = await forEachTenant<Waiting>(this.core, findText([...this.workers.values()].filter(w => of(w.name))))
    this.licences = new Map(found.map(school => [school.tenantId, runsInBackground(this.core.registry.modules, school.modules)]))
    return found.flatMap(({ tenantId, queues }) => queues.map(name => this.work(this.workers.get(name) as QueueWorker, tenantId)))
  }
  private call(worker: QueueWorker, tenantId: string): void {
    const key = `${worker.name}:${tenantId}`
    if (!worker.gatherMs) void this.work(worker, tenantId)
    else if (!this.gathering.has(key)) this.gathering.set(key, setTimeout(() => this.gathered(worker, tenantId, key), worker.gatherMs).unref())
  }
  private gathered(worker: QueueWorker, tenantId: string, key: string): void {
    this.gathering.delete(key)
    void this.work(worker, tenantId)
  }
  private work(worker: QueueWorker, tenantId: string): Promise<void> {
    if (this.stopping.signal.aborted || !this.isLicensed(worker, tenantId)) return Promise.resolve()
    const key = `${worker.name}:${tenantId}`
    const lanes = Array.from({ length: worker.lanes ?? 1 }, (_, n) => `${key}:${n}`)
    const free = lanes.find(lane => !this.running.has(lane))
    if (free === undefined) {
      this.again.add(key)
      return Promise.all(lanes.map(lane => this.running.get(lane))).then(() => {})
    }
    const work = inTrace(newTraceId(), () => this.empty(worker, tenantId, key))
      .catch(error => this.core.log.error({ err: error, queue: worker.name, tenantId }, 'a queue could not be worked off'))
      .finally(() => this.running.delete(free))
    this.running.set(free, work)
    return work
  }
  private isLicensed(worker: QueueWorker, tenantId: string): boolean {
    const owner = this.core.registry.moduleOf(worker)
    return owner === undefined || (this.licences.get(tenantId)?.(owner) ?? true)
  }
  /** Repeats until nothing is due and no notification arrived meanwhile. */
  private async empty(worker: QueueWorker, tenantId: string, key: string): Promise<void> {
    const slot = this.slots.get(worker.name) as Semaphore
    await slot.acquire()
    try {
      const db = systemGate(this.core, tenantId, worker.name)
      const { signal } = this.stopping
      do while (!signal.aborted && (await worker.run(db, signal)));
      while (!signal.aborted && this.again.delete(key))
    } finally {
      slot.release()
    }
  }
}
/** Query for every open school with its non-empty queues. */
function findText(workers: readonly QueueWorker[]): string {
  const checks = workers.flatMap(w => (w.waiting === undefined ? [] : [`case when exists (${w.waiting}) then '${w.name}' end`]))
  return `select jsonb_build_object('tenantId', t.id, 'modules', l.modules, 'queues', to_jsonb(array_remove(array[${checks.join(', ')}]::text[], null)))
    from tenant t left join licence l on l.tenant_id = t.id and l.id = t.licence_id where t.id = $1`
}
