import type pg from 'pg'
import type { Entity } from '#model'
import { DAY_MS } from '#model/days.ts'
import type { Core } from '../data/core.ts'
import type { Gate } from '../data/gate.ts'
import type { ScopeIds } from '../data/scope.ts'
import { keep } from '../files/attachments.ts'
import { receive } from '../files/receive.ts'
import type { FileStore } from '../files/store.ts'
import { errorSheet } from './error-sheet.ts'
import type { LocatedHeader } from './header.ts'
import type { ImportTask } from './import-task.ts'
import { type ImportJob, moveJob } from './job.ts'
import type { Workbook } from './read.ts'
import type { Faults } from './row-issues.ts'
import { entityImports, type ImportHooks } from './rules.ts'
import type { Work } from './stage.ts'

/** A phase of an import, in its child process. */
export interface Run {
  order: ImportTask
  core: Core
  job: ImportJob
  entity: Entity
  /** Connection holding the job's advisory lock and the temporary tables. */
  client: pg.PoolClient
  db: Gate
  store: FileStore
  scopes: ScopeIds
}
export const hooksOf = (core: Core, e: Entity): ImportHooks<Entity> | undefined => core.registry.of(entityImports).find(r => r.entity.name === e.name)?.hooks

/** Entities with per-row rules and no import rules. */
export const isByRow = (core: Core, e: Entity): boolean =>
  !hooksOf(core, e) && (core.registry.rules.get(e.name) ?? []).some(r => r.hooks.add || r.hooks.update || r.hooks.added || r.hooks.updated)

export function workOf(run: Run, db: Gate, given: readonly string[]): Work {
  const hooks = hooksOf(run.core, run.entity) ?? {}
  return {
    db,
    entity: run.entity,
    jobId: run.job.id,
    mode: run.job.mode,
    given,
    written: [...new Set([...given, ...(hooks.fills ?? []), ...(hooks.derives?.fields ?? [])])],
    hooks,
    scopes: run.scopes,
  }
}
/** Progress updates, at most twice a second. */
export function progress(run: Run): (processed: number) => Promise<void> {
  let last = Date.now()
  return async processed => {
    if (Date.now() - last < 500) return
    last = Date.now()
    if (!(await moveJob(run.db, run.job.id, ['validating', 'writing', 'undoing'], { processed }))) throw new Stopped()
  }
}
/** The job was cancelled or ended elsewhere. */
export class Stopped extends Error {}
/** Thrown to roll back the validation's transaction. */
export class RehearsalRollback extends Error {}

const ERROR_SHEET_DAYS = 7
export async function storeErrorSheet(run: Run, book: Workbook, found: LocatedHeader, faults: Faults): Promise<string> {
  const name = `${run.job.fileName.replace(/\.xlsx$/i, '').slice(0, 150)}-错误清单.xlsx`
  const received = await receive(name, errorSheet(book, found, faults, run.order.lang), { tmp: run.store.tmp, maxMb: 500, allowed: ['xlsx'] })
  const file = await keep(run.db, run.store, received, { bizType: 'importJob', bizId: run.job.id, expiresAt: new Date(Date.now() + ERROR_SHEET_DAYS * DAY_MS) })
  return file.id
}
