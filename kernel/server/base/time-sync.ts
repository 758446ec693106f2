import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'
import type pg from 'pg'
import type { Logger } from 'pino'

const LOOK_MS = 60_000
/** Less than this is the way to the database and back, and nobody's deadline. */
const MOST_APART_MS = 1000
const RealDate = Date
const SHARED = 'qinglan clock'
/** How many milliseconds this machine's clock is ahead of the one that `Date` tells: one number for all threads of the process. */
const ahead = (getEnvironmentData(SHARED) as Float64Array | undefined) ?? new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT))
setEnvironmentData(SHARED, ahead)

/** Makes `Date` tell the time of the database for as long as this machine's clock is apart from it, so that every process of an installation opens and closes
 *  at the same moment, whatever its own clock says. Looked at once a minute; answers how to end that. Timers keep their own pace. */
export async function syncWithDatabase({ pool, log }: { pool: pg.Pool; log: Logger }): Promise<() => void> {
  const look = async (): Promise<void> => {
    const before = RealDate.now()
    const { rows } = await pool.query<{ now: number }>('select extract(epoch from clock_timestamp())::float8 * 1000 as now')
    const after = RealDate.now()
    // an answer that was long on its way says little about now
    if (after - before < MOST_APART_MS) apply((before + after) / 2 - (rows[0]?.now ?? before), log)
  }
  const again = (): void => void look().catch(error => log.warn({ err: error }, 'the clock of the database was not read'))
  await look()
  const timer = setInterval(again, LOOK_MS)
  timer.unref()
  return () => {
    clearInterval(timer)
    apply(0, log)
  }
}
function apply(apart: number, log: Logger): void {
  const was = clockOffsetMs()
  applyOffset(Math.abs(apart) > MOST_APART_MS ? Math.round(apart) : 0)
  const is = clockOffsetMs()
  if (is && Math.abs(is - was) > MOST_APART_MS) log.error({ apartMs: is }, 'the clock of this machine and that of the database differ; the time of the database is taken')
}
/** How many milliseconds this machine's clock is ahead of the one that `Date` tells, for a process of ours that is to tell the same. */
export const clockOffsetMs = (): number => ahead[0] ?? 0
/** Tells the time of another process's `clockApart` from now on. */
export function applyOffset(apart: number): void {
  ahead[0] = apart
  globalThis.Date = apart ? databaseDate : RealDate
}
/** Makes `Date` in a thread tell what it tells in the thread that began it, also when that changes. */
export function followProcess(): void {
  globalThis.Date = databaseDate
}
const now = (): number => RealDate.now() - clockOffsetMs()
const databaseDate = new Proxy(RealDate, {
  construct: (target, given, made) => Reflect.construct(target, given.length ? given : [now()], made),
  apply: () => new RealDate(now()).toString(),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
})
