import type { Fields } from '#model'
import { type ExtensionPoint, extensionPoint, type Registration } from '../base/extension-point.ts'
import type { Db } from '../context.ts'

declare module '../data/core.ts' {
  interface Core {
    /** All scheduled jobs, of kernel and modules. */
    works: ReadonlyMap<string, ScheduledJob>
  }
}
type Registered = <T extends Registration>(point: ExtensionPoint<T>) => readonly T[]
/** A job that runs on a schedule, separately for each school. */
export interface ScheduledJob {
  kind: 'timed'
  code: string
  name: string
  /** Default schedule; a school may change it. Five fields, in Asia/Shanghai. */
  cron: string
  params: Fields
  /** Whether a run is one transaction; otherwise each statement commits separately: where files are deleted, or too much is done for one transaction. */
  isWhole: boolean
  /** A job of the installation: exists in tenant 000000 only. */
  isPlatform?: true
  /** Policy for a run missed while no server was running. */
  misfire: 'skip' | 'runOnce'
  /** Query that finds a row if a school (`$1`) may have work. Evaluated for all schools in one statement; only those with a row run the job, so that frequent jobs cost nothing
   *  in idle schools. False positives are allowed, false negatives are not. A function, answering any number of queries, if it depends
   *  on what modules registered. */
  due?: string | ((registered: Registered) => readonly string[])
  /** `stopping` is aborted on shutdown: a run of many transactions ends after the present one, and the next goes on. */
  run: (db: Db, params: Readonly<Record<string, unknown>>, stopping?: AbortSignal) => Promise<number>
}
export const scheduledJobs = extensionPoint<ScheduledJob>('timed', { id: w => w.code })
type Options = Partial<Pick<ScheduledJob, 'params' | 'misfire' | 'isWhole' | 'isPlatform' | 'due'>>
/** Declares a scheduled job: `run` works for one school and returns how many rows it affected. Must be idempotent. */
export const scheduledJob = (code: string, name: string, cron: string, run: ScheduledJob['run'], options: Options = {}): ScheduledJob =>
  scheduledJobs.make({ code, name, cron, params: {}, isWhole: true, misfire: 'runOnce', run, ...options })
