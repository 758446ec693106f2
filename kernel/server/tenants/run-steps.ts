import type { PoolClient } from 'pg'
import sql from 'sql-template-tag'
import { systemGate } from '../access/calls.ts'
import type { Core } from '../data/core.ts'
import type { Gate } from '../data/gate.ts'
import { programHash } from './program-hash.ts'
import type { Step } from './provision.ts'

const running = new Map<string, Promise<void>>()
const TRY_AGAIN_MS = 150

/** Runs the steps a school lacks. A concurrent run for the same school, here or in another process, waits for the first and does what it left. */
export function runSteps(core: Core, tenantId: string, steps: readonly Step[]): Promise<void> {
  const key = `${core.url} ${tenantId}`
  const known = running.get(key)
  // a licence redeemed meanwhile makes the school stale again: run once more
  if (known) return known.then(async () => ((await isCurrent(core, tenantId)) ? undefined : runSteps(core, tenantId, steps)))
  return remembered(key, join(core, tenantId, steps))
}
/** Runs the steps if the school is not up to date with this version; skipped while another process holds its lock. */
export async function runStepsOfStale(core: Core, tenantId: string, steps: readonly Step[]): Promise<void> {
  const key = `${core.url} ${tenantId}`
  if (running.has(key)) return
  const work = async (): Promise<void> => {
    if (!(await isCurrent(core, tenantId))) await all(core, tenantId, steps)
  }
  await remembered(key, locked(core, tenantId, { isPatient: false }, work))
}
function remembered(key: string, work: Promise<void>): Promise<void> {
  const mine = work.finally(() => running.delete(key))
  running.set(key, mine)
  return mine
}
async function join(core: Core, tenantId: string, steps: readonly Step[]): Promise<void> {
  const wasOpening = await isOpening(core, tenantId)
  await locked(core, tenantId, { isPatient: true }, async () => {
    // Another process has finished provisioning.
    if (wasOpening && !(await isOpening(core, tenantId))) return
    await all(core, tenantId, steps)
  })
}
const isCurrent = async (core: Core, tenantId: string): Promise<boolean> =>
  (await systemGate(core, tenantId, 'provision').query(sql`select 1 from tenant where id = ${tenantId} and provisioned_by = ${await programHash(core.registry)}`)).length > 0
const isOpening = async (core: Core, tenantId: string): Promise<boolean> =>
  (await systemGate(core, tenantId, 'provision').query(sql`select 1 from tenant where id = ${tenantId} and state = 'provisioning'`)).length > 0

/** Runs under a session-level advisory lock, released when a process dies. Unless `isPatient`, returns at once when the lock is taken. */
async function locked(core: Core, tenantId: string, { isPatient }: { isPatient: boolean }, work: () => Promise<void>): Promise<void> {
  const client = await core.pool.connect()
  try {
    if (await lock(client, tenantId, isPatient)) {
      await work()
      await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [lockName(tenantId)])
    }
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}
/** Name of a school's provisioning lock. */
export const lockName = (tenantId: string): string => `provision ${tenantId}`
async function lock(client: PoolClient, tenantId: string, isPatient: boolean): Promise<boolean> {
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock(hashtextextended($1, 0)) as mine', [lockName(tenantId)])
    if (rows[0]?.mine || !isPatient) return rows[0]?.mine ?? false
    await new Promise(go => setTimeout(go, TRY_AGAIN_MS))
  }
}
async function all(core: Core, tenantId: string, steps: readonly Step[]): Promise<void> {
  const gate = systemGate(core, tenantId, 'provision')
  const opening = await isOpening(core, tenantId)
  await gate.query(sql`update tenant set provisioned_by = ${BEGUN} where id = ${tenantId}`)
  const marks = await gate.query<{ step: string; state: string }>(sql`select step, state from provision_step where tenant_id = ${tenantId}`)
  const done = new Set(marks.filter(m => m.state === 'done').map(m => m.step))
  for (const step of steps) {
    if (done.has(step.code) ? opening || step.isOpening : step.isOpening && !opening) continue
    await one(core, gate, step)
  }
  if (opening) await gate.query(sql`update tenant set state = 'active', updated_at = now() where id = ${tenantId} and state = 'provisioning'`)
  await gate.query(sql`update tenant set provisioned_by = ${await programHash(core.registry)} where id = ${tenantId} and provisioned_by = ${BEGUN}`)
}
/** Value of `provisioned_by` while steps run. Marking the school stale overwrites it, so that the end of the run does not mark it as done. */
const BEGUN = 'begun'
async function one(core: Core, gate: Gate, step: Step): Promise<void> {
  await mark(gate, step.code, 'running')
  try {
    await gate.tx(async db => {
      await step.run(db as Gate)
      await db.query(sql`update provision_step set state = 'done', done_at = now(), detail = null where tenant_id = ${db.me.tenantId} and step = ${step.code}`)
    })
  } catch (error) {
    core.log.error({ err: error, step: step.code, tenantId: gate.me.tenantId }, 'a step of opening a school failed')
    await mark(gate, step.code, 'failed').catch(() => undefined)
    throw error
  }
}
const mark = (gate: Gate, step: string, state: 'running' | 'failed'): Promise<unknown> =>
  gate.query(sql`insert into provision_step (tenant_id, step, state) values (${gate.me.tenantId}, ${step}, ${state})
    on conflict (tenant_id, step) do update set state = excluded.state, done_at = null, updated_at = now()`)
