import type { Core } from '../data/core.ts'
import { type FileStore, openStore } from '../files/store.ts'
import type { ScheduledJob } from '../jobs/scheduled-job.ts'
import { cleanUpWork } from './clean-up.ts'
import { Exports } from './export.ts'
import { Imports } from './import.ts'

/** Files, imports and exports of one server process. */
export interface SpreadsheetServices {
  core: Core
  store: FileStore
  imports: Imports
  exports: Exports
  /** Scheduled jobs. */
  works: readonly ScheduledJob[]
}
/** Opens the file store. */
export async function openSpreadsheets(core: Core): Promise<SpreadsheetServices> {
  const store = await openStore(core)
  const imports = new Imports(core, store)
  const exports = new Exports(core, store)
  return {
    core,
    store,
    imports,
    exports,
    works: [cleanUpWork({ store, imports })],
  }
}
