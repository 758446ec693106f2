import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'
import type pg from 'pg'
import type { Logger } from 'pino'

const LOOK_MS = 60_000
/** Smaller differences may be network latency and matter for no deadline. */
const MOST_APART_MS = 1000
const RealDate = Date
const SHARED = 'qinglan clock'
/** Milliseconds this machine's clock is ahead of what `Date` returns; shared by all threads of the process. */
const ahead = (getEnvironmentData(SHARED) as Float64Array | undefined) ?? new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT))
setEnvironmentData(SHARED, ahead)

/** Makes `Date` return the database's time while this machine's clock differs from it, so that all processes open and close at the same moment. Checked once a minute; returns a
 *  stop function. Timers are not affected. */
export async function syncWithDatabase({ pool, log }: { pool: pg.Pool; log: Logger }): Promise<() => void> {
  const look = async (): Promise<void> => {
    const before = RealDate.now()
    const { rows } = await pool.query<{ now: number }>('select extract(epoch from clock_timestamp())::float8 * 1000 as now')
    const after = RealDate.now()
    // a slow round trip makes the measurement imprecise
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
/** Milliseconds this machine's clock is ahead of what `Date` returns, for a child process that is to use the same. */
export const clockOffsetMs = (): number => ahead[0] ?? 0
/** Applies the `clockOffsetMs` of another process. */
export function applyOffset(apart: number): void {
  ahead[0] = apart
  globalThis.Date = apart ? databaseDate : RealDate
}
/** Makes `Date` in a worker thread follow the offset of its parent, also when that changes. */
export function followProcess(): void {
  globalThis.Date = databaseDate
}
const now = (): number => RealDate.now() - clockOffsetMs()
const databaseDate = new Proxy(RealDate, {
  construct: (target, given, made) => Reflect.construct(target, given.length ? given : [now()], made),
  apply: () => new RealDate(now()).toString(),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
})
