import pino from 'pino'
import { Principals } from '#server/access/principals.ts'
import { RowCache } from '#server/data/cache.ts'
import { cipher } from '#server/data/cipher.ts'
import type { Core } from '#server/data/core.ts'
import { keysOf } from '#server/data/keys.ts'
import { notifier } from '#server/data/notify.ts'
import { appPool } from '#server/data/pool.ts'
import { REMOVAL_HOOKS } from '#server/records/removal-hooks.ts'
import { loadModules } from '#server/registry/registry.ts'
import { type School, stepsOf } from '#server/tenants/provision.ts'
import { runSteps } from '#server/tenants/run-steps.ts'

interface Order {
  url: string
  dataDir: string
  secret: string
  vendorKeys: string
  folders: readonly string[]
  school: School
  tenantId: string
  /** The last step that completes; the process then blocks inside the next one. */
  after: string
}
/** A server process that is killed while provisioning a school. */
process.once('message', async ({ url, dataDir, secret, vendorKeys, folders, school, tenantId, after }: Order) => {
  // first: on a busy machine it holds up the process for longer than a connection may take
  const registry = await loadModules(folders)
  const pool = appPool(url, 4)
  const line = notifier(url)
  const keys = keysOf(Buffer.from(secret, 'base64'))
  const principals = new Principals(pool, line)
  const core: Core = {
    ...{ pool, replica: pool, url, registry, notifier: line, vendorKeys, dataDir, ...keys },
    cache: new RowCache(line),
    principals,
    permissionCache: principals,
    removalHooks: REMOVAL_HOOKS,
    cipher: cipher(keys),
    routes: [],
    works: new Map(),
    log: pino({ level: 'silent' }),
  }
  const steps = stepsOf(core, school)
  const last = steps.findIndex(s => s.code === after)
  const held = steps.map((step, i) => (i === last + 1 ? { ...step, run: standStill } : step))
  await runSteps(core, tenantId, held)
})
const standStill = async (): Promise<void> => {
  process.send?.('here')
  await new Promise(() => setTimeout(() => {}, 600_000))
}
