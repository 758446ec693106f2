import sql from 'sql-template-tag'
import { systemGate } from './access/calls.ts'
import type { Db, Listener } from './context.ts'
import type { Core } from './data/core.ts'
import { OUTBOX_CHANNEL } from './data/news.ts'
import { tenantIds } from './schools/tenant.ts'
import { inTrace } from './trace.ts'

const MAX_TRIES = 8
const SWEEP_MS = 5_000
/** Who tells something often tells more: events are gathered for so long, and handed over together. */
const GATHER_MS = 100
/** Events handed over in one transaction. */
const AT_ONCE = 500
interface Told {
  id: string
  event: string
  payload: Record<string, unknown>
  tries: number
  /** Of the request it follows from. */
  traceId: string | null
}

/** Hands events of the outbox to their listeners, at least once, in any process. A listener's work and the mark that it is done commit together,
 *  so that a repeat changes nothing. What fails is tried again, later each time. */
export function startOutbox(core: Core): { stop(): Promise<void>; settle(): Promise<void> } {
  let running: Promise<void> | undefined
  let again = false
  let stopped = false
  const wake = (): Promise<void> => {
    if (stopped) return Promise.resolve()
    if (running) {
      again = true
      return running
    }
    running = drain(core, () => stopped)
      .catch(error => core.log.error({ err: error }, 'outbox'))
      .finally(() => {
        running = undefined
        if (again) {
          again = false
          void wake()
        }
      })
    return running
  }
  let gathering: NodeJS.Timeout | undefined
  core.notifier.listen(OUTBOX_CHANNEL, () => {
    gathering ??= setTimeout(() => {
      gathering = undefined
      void wake()
    }, GATHER_MS).unref()
  })
  core.notifier.onReconnect(() => void wake())
  const timer = setInterval(() => void wake(), SWEEP_MS)
  timer.unref()
  return {
    async stop() {
      stopped = true
      clearInterval(timer)
      clearTimeout(gathering)
      await running
    },
    async settle() {
      await wake()
      while (running) await running
    },
  }
}
async function drain(core: Core, isStopped: () => boolean): Promise<void> {
  for (const id of await tenantIds(core)) {
    for (let batch = await take(core, id); batch.length && !isStopped(); batch = await take(core, id)) await deliver(core, id, batch)
  }
}
/** By an array of ids: a plan made while there were hardly any events would walk all of them for each. */
const take = async (core: Core, tenantId: string): Promise<Told[]> => {
  const due = sql`select id from outbox where tenant_id = ${tenantId} and done_at is null and next_at <= now() and tries < ${MAX_TRIES} order by id limit ${AT_ONCE} for update skip locked`
  const taken = await systemGate(core, tenantId, 'outbox').query<Told>(sql`update outbox set tries = tries + 1, next_at = now() + interval '10 seconds' * power(2, tries)
    where tenant_id = ${tenantId} and id = any(array(${due})) returning id, event, payload, tries, trace_id as "traceId"`)
  return taken.sort((a, b) => (a.id < b.id ? -1 : 1))
}
/** Each listener gets all it hears of a batch at once, in the order it was told; listeners do not wait for what others make of an event. */
async function deliver(core: Core, tenantId: string, batch: readonly Told[]): Promise<void> {
  const heardBy = (told: Told): readonly Listener[] => core.registry.listeners.get(told.event) ?? []
  const faults = new Map<Told, unknown>()
  for (const listener of new Set(batch.flatMap(heardBy))) {
    const theirs = batch.filter(told => heardBy(told).includes(listener) && !faults.has(told))
    for (const [told, fault] of await handOver(core, tenantId, listener, theirs)) faults.set(told, fault)
  }
  const done = batch.filter(told => !faults.has(told)).map(told => told.id)
  if (done.length)
    await systemGate(core, tenantId, 'outbox').query(sql`update outbox set done_at = now(), error = null where tenant_id = ${tenantId} and id = any(${done}::uuid[])`)
  for (const [told, fault] of faults) await failed(core, tenantId, told, fault)
}
/** Hands several events to a listener in one transaction; when that fails, each alone, so that one bad event does not keep the others. Answers what failed. */
async function handOver(core: Core, tenantId: string, listener: Listener, batch: readonly Told[]): Promise<ReadonlyMap<Told, unknown>> {
  const [first] = batch
  if (!first) return new Map()
  const ids = batch.map(t => t.id)
  const traceId = batch.every(t => t.traceId === first.traceId) ? first.traceId : null
  try {
    await inTrace(traceId ?? first.id, () =>
      systemGate(core, tenantId, first.event)
        .traced(traceId)
        .tx(async db => {
          const fresh = await db.query<{ id: string }>(
            sql`insert into inbox (tenant_id, event_id, listener) select ${tenantId}, x, ${listener.name} from unnest(${ids}::uuid[]) x on conflict do nothing returning event_id as id`,
          )
          const wanted = new Set(fresh.map(f => f.id))
          const payloads = batch.filter(t => wanted.has(t.id)).map(t => t.payload)
          if (payloads.length) await listener.run({ db, me: db.me, lang: 'zh-cn', ip: '', traceId: traceId ?? first.id }, payloads)
        }),
    )
    return new Map()
  } catch (error) {
    if (batch.length === 1) return new Map([[first, error]])
    const each = []
    for (const told of batch) each.push(...(await handOver(core, tenantId, listener, [told])))
    return new Map(each)
  }
}
/** Events done with long ago go, and with them the marks that they were. */
export async function forgetDone(db: Db): Promise<void> {
  await db.query(sql`
    with gone as (delete from outbox where tenant_id = ${db.me.tenantId} and done_at < now() - interval '30 days' returning id)
    delete from inbox where tenant_id = ${db.me.tenantId} and event_id in (select id from gone)`)
}
async function failed(core: Core, tenantId: string, told: Told, error: unknown): Promise<void> {
  core.log.error({ err: error, event: told.event, id: told.id, tries: told.tries, traceId: told.traceId ?? told.id }, 'event not handled')
  await systemGate(core, tenantId, 'outbox').query(
    sql`update outbox set error = ${String((error as Error).message).slice(0, 500)} where tenant_id = ${tenantId} and id = ${told.id}`,
  )
}
