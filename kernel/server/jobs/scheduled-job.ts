import type { Fields } from '#model'
import { extensionPoint } from '../base/extension-point.ts'
import type { Db } from '../context.ts'

declare module '../data/core.ts' {
  interface Core {
    /** Everything the clock starts, of kernel and modules. */
    works: ReadonlyMap<string, ScheduledJob>
  }
}
/** Work of a module that the clock starts, for each school apart. */
export interface ScheduledJob {
  kind: 'timed'
  code: string
  name: string
  /** Of a new school; it may set another. Five fields, the clock of Asia/Shanghai. */
  cron: string
  params: Fields
  /** Whether a run is one transaction; without it each statement stands for itself: where files are erased, or too much is done for one. */
  isWhole: boolean
  /** Work for the installation: it stands in tenant 000000 only. */
  isPlatform?: true
  /** What is to happen with a run that no server was there for. */
  misfire: 'skip' | 'runOnce'
  /** A query that finds a row where a school (`$1`) may have something to do. It is asked for all schools in one statement, and only those with a row run the job:
   *  what runs often says it, so that schools in which nothing happens cost nothing. It may find too much, never too little. A function where it is only known after the start. */
  due?: string | (() => string)
  run: (db: Db, params: Readonly<Record<string, unknown>>) => Promise<number>
}
export const scheduledJobs = extensionPoint<ScheduledJob>('timed', { id: w => w.code })
type Options = Partial<Pick<ScheduledJob, 'params' | 'misfire' | 'isWhole' | 'isPlatform' | 'due'>>
/** Declares timed work: `run` works for one school and answers how many rows it touched. Repeating it must change nothing. */
export const scheduledJob = (code: string, name: string, cron: string, run: ScheduledJob['run'], options: Options = {}): ScheduledJob =>
  scheduledJobs.make({ code, name, cron, params: {}, isWhole: true, misfire: 'runOnce', run, ...options })
