import sql from 'sql-template-tag'
import { type Issue, Refusal } from '#model'
import { systemGate } from '../access/calls.ts'
import { inTrace } from '../base/trace.ts'
import type { Db, Listener } from '../context.ts'
import { OUTBOX } from '../data/change-feed.ts'
import type { Core, KernelCtx } from '../data/core.ts'
import { forEachTenant } from '../data/each-tenant.ts'
import type { Gate } from '../data/gate.ts'
import { notifyWorkers, type QueueWorker, queueWorkers } from '../jobs/queue-worker.ts'

/** Failed attempts after which a delivery is dead and waits for an administrator: about 21 minutes after the first, with exponential backoff. */
const MAX_TRIES = 8
/** An event taken this often without completing may be what kills the process (poison message): from then on it is processed alone. */
const SUSPECT_TRIES = 4
const RETRY_AFTER = sql`interval '10 seconds'`
/** Batching delay: events emitted in quick succession are delivered together. */
const GATHER_MS = 100
/** Events delivered in one transaction. */
const AT_ONCE = 500
/** Each retry is a transaction of its own. */
const RETRIES_AT_ONCE = 20
interface OutboxEntry {
  id: string
  event: string
  payload: Record<string, unknown>
  tries: number
  /** Trace of the request that emitted it. */
  traceId: string | null
}
/** A delivery to one listener that failed before and is tried again. */
interface Retried extends OutboxEntry {
  deliveryId: string
  listener: string
}

/** Delivers events of the outbox to their listeners, at least once, in any process. A listener's work and its mark in `inbox` commit together, so that redelivery changes
 *  nothing. A failure becomes a row of `event_delivery` for that listener alone: retried with exponential backoff, and after `MAX_TRIES` dead until an administrator retries or
 *  discards it. */
export const outboxQueue = (core: Core): QueueWorker => queueWorkers.make({ name: OUTBOX, waiting: WAITING, gatherMs: GATHER_MS, run: db => workOff(core, db.me.tenantId) })
const WAITING = `select from outbox where tenant_id = $1 and done_at is null and next_at <= now()
  union all select from event_delivery where tenant_id = $1 and state = 'retrying' and next_at <= now()`

/** Delivers a batch of new events and a batch of due retries of one school; returns whether there were any. */
async function workOff(core: Core, tenantId: string): Promise<boolean> {
  const events = await takeEvents(core, tenantId)
  if (events.length) await deliver(core, tenantId, events)
  const retries = await takeRetries(core, tenantId)
  for (const retried of retries) await retry(core, tenantId, retried)
  return events.length + retries.length > 0
}
const gateOf = (core: Core, tenantId: string) => systemGate(core, tenantId, 'outbox')

/** Selects by an array of ids: a plan cached while there were hardly any events would scan all of them for each. */
async function takeEvents(core: Core, tenantId: string): Promise<OutboxEntry[]> {
  const open = sql`select id from outbox where tenant_id = ${tenantId} and done_at is null and next_at <= now()`
  const due = sql`select coalesce(nullif(array(${open} and tries < ${SUSPECT_TRIES} order by id limit ${AT_ONCE} for update skip locked), '{}'), array(${open} order by id limit 1 for update skip locked))`
  const taken = await gateOf(core, tenantId).query<OutboxEntry>(sql`update outbox set tries = tries + 1, next_at = now() + ${RETRY_AFTER} * power(2, least(tries, ${MAX_TRIES}))
    where tenant_id = ${tenantId} and id = any((${due})::uuid[]) returning id, event, payload, tries, trace_id as "traceId"`)
  return taken.sort((a, b) => (a.id < b.id ? -1 : 1))
}
async function takeRetries(core: Core, tenantId: string): Promise<Retried[]> {
  const due = sql`select id from event_delivery where tenant_id = ${tenantId} and state = 'retrying' and next_at <= now() order by next_at limit ${RETRIES_AT_ONCE} for update skip locked`
  return gateOf(
    core,
    tenantId,
  ).query<Retried>(sql`update event_delivery d set tries = d.tries + 1, next_at = now() + ${RETRY_AFTER} * power(2, least(d.tries, ${MAX_TRIES})), updated_at = now()
    from outbox o where d.tenant_id = ${tenantId} and d.id = any(array(${due})) and o.tenant_id = d.tenant_id and o.id = d.event_id
    returning o.id, d.id as "deliveryId", d.listener, o.event, o.payload, d.tries, o.trace_id as "traceId"`)
}
const listenersOf = (core: Core, event: string): readonly Listener[] => core.registry.listeners.get(event) ?? []
interface Failure {
  entry: OutboxEntry
  listener: string
  error: unknown
}
/** Each listener gets its events of a batch at once, in the order they were emitted, whether or not other listeners fail. */
async function deliver(core: Core, tenantId: string, batch: readonly OutboxEntry[]): Promise<void> {
  const failures: Failure[] = []
  for (const listener of new Set(batch.flatMap(entry => listenersOf(core, entry.event)))) {
    const theirs = batch.filter(entry => listenersOf(core, entry.event).includes(listener))
    const spent = theirs.filter(entry => entry.tries > MAX_TRIES)
    for (const entry of spent) failures.push({ entry, listener: listener.name, error: interrupted(entry.tries) })
    const faults = await handOver(
      core,
      tenantId,
      listener,
      theirs.filter(entry => entry.tries <= MAX_TRIES),
    )
    for (const [entry, error] of faults) failures.push({ entry, listener: listener.name, error })
  }
  await settled(core, tenantId, batch, failures)
}
/** Error for an event whose processes died again and again while handling it. */
const interrupted = (tries: number): Refusal => new Refusal(500, [{ rule: 'event.interrupted', text: '处理过程中服务进程中断，已尝试 {tries} 次', values: { tries: tries - 1 } }])

/** Marks the batch done and stores failures as deliveries of their own, in one statement so that neither is without the other. */
async function settled(core: Core, tenantId: string, batch: readonly OutboxEntry[], failures: readonly Failure[]): Promise<void> {
  for (const { entry, listener, error } of failures) logFailure(core, entry, listener, error)
  const rows = failures.map(({ entry, listener, error }) => ({ ...wording(error), event_id: entry.id, event: entry.event, listener, is_dead: entry.tries > MAX_TRIES }))
  await gateOf(core, tenantId).query(sql`
    with failed as (insert into event_delivery (tenant_id, event_id, event, listener, state, next_at, error, issue)
      select ${tenantId}, x.event_id, x.event, x.listener, case when x.is_dead then 'dead' else 'retrying' end, now() + ${RETRY_AFTER}, x.error, x.issue
      from jsonb_to_recordset(${JSON.stringify(rows)}) x(event_id uuid, event text, listener text, is_dead boolean, error text, issue jsonb)
      where not exists (select from inbox i where i.tenant_id = ${tenantId} and i.event_id = x.event_id and i.listener = x.listener)
      on conflict (tenant_id, event_id, listener) do nothing)
    update outbox set done_at = now(), error = null where tenant_id = ${tenantId} and id = any(${batch.map(entry => entry.id)}::uuid[])`)
}
async function retry(core: Core, tenantId: string, retried: Retried): Promise<void> {
  const db = gateOf(core, tenantId)
  const listener = listenersOf(core, retried.event).find(l => l.name === retried.listener)
  const error = retried.tries > MAX_TRIES ? interrupted(retried.tries) : listener ? (await handOver(core, tenantId, listener, [retried])).get(retried) : unknownListener(retried)
  if (!error) {
    await db.query(sql`delete from event_delivery where tenant_id = ${tenantId} and id = ${retried.deliveryId}`)
    return
  }
  logFailure(core, retried, retried.listener, error)
  const { error: text, issue } = wording(error)
  await db.query(sql`update event_delivery set error = ${text}, issue = ${issue ? JSON.stringify(issue) : null}::jsonb, last_failed_at = now(), updated_at = now(),
      state = case when tries >= ${MAX_TRIES} or ${!listener} then 'dead' else state end
    where tenant_id = ${tenantId} and id = ${retried.deliveryId} and state = 'retrying'`)
}
const unknownListener = ({ listener }: Retried): Refusal => new Refusal(500, [{ rule: 'event.unknownListener', text: '当前版本没有处理程序“{listener}”', values: { listener } }])

/** Failure text for administrators: a refusal is localised, any other error shows its message. */
function wording(error: unknown): { error: string; issue: Issue | null } {
  const issue = error instanceof Refusal ? (error.issues[0] ?? null) : null
  return { error: (issue?.text ?? String((error as Error).message)).slice(0, 500), issue }
}
function logFailure(core: Core, entry: OutboxEntry, listener: string, error: unknown): void {
  core.log.error({ err: error, event: entry.event, id: entry.id, listener, tries: entry.tries, traceId: entry.traceId ?? entry.id }, 'event not handled')
}
/** Delivers several events to a listener in one transaction; if that fails, one by one, so that a bad event does not block the others. Returns the failures. */
async function handOver(core: Core, tenantId: string, listener: Listener, batch: readonly OutboxEntry[]): Promise<ReadonlyMap<OutboxEntry, unknown>> {
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
          const ctx: KernelCtx = { core, db: db as Gate, me: db.me, lang: 'zh-cn', ip: '', traceId: traceId ?? first.id }
          if (payloads.length) await listener.run(ctx, payloads)
        }),
    )
    return new Map()
  } catch (error) {
    if (batch.length === 1) return new Map([[first, error]])
    const each = []
    for (const entry of batch) each.push(...(await handOver(core, tenantId, listener, [entry])))
    return new Map(each)
  }
}
/** Deletes events finished 30 days ago with their inbox marks. An event with an open delivery stays. */
export async function deleteHandled(db: Db): Promise<void> {
  await db.query(sql`
    with gone as (delete from outbox o where tenant_id = ${db.me.tenantId} and done_at < now() - interval '30 days'
      and not exists (select from event_delivery d where d.tenant_id = o.tenant_id and d.event_id = o.id and d.state <> 'discarded') returning id),
    discarded as (delete from event_delivery where tenant_id = ${db.me.tenantId} and event_id in (select id from gone))
    delete from inbox where tenant_id = ${db.me.tenantId} and event_id in (select id from gone)`)
}
/** Requeues the dead deliveries with these ids; returns which. */
export async function retryDead(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db.query<{
    id: string
  }>(sql`update event_delivery set state = 'retrying', tries = 0, next_at = now(), updated_at = now(), updated_by = ${db.me.userId || null}, version = version + 1
    where tenant_id = ${db.me.tenantId} and id = any(${[...ids]}::uuid[]) and state = 'dead' returning id`)
  if (rows.length) await notifyWorkers(db, OUTBOX)
  return rows.map(row => row.id)
}
/** Dead deliveries of all schools by event. */
export const countDead = (core: Pick<Core, 'pool'>): Promise<Array<{ event: string; n: number }>> =>
  forEachTenant(core, `select jsonb_build_object('event', event, 'n', count(*)) from event_delivery where tenant_id = $1 and state = 'dead' group by event`)
