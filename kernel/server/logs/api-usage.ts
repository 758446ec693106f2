import sql from 'sql-template-tag'
import { systemGate } from '../access/calls.ts'
import { today } from '../base/today.ts'
import type { Core } from '../data/core.ts'

/** Upper bounds of the latency histogram, in ms; the last bucket is open. */
export const BOUNDS = [5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000] as const
/** Upper bound of the histogram bucket containing this percentile. */
export function within(slow: readonly number[], share: number): number {
  const all = slow.reduce((a, b) => a + b, 0)
  let sum = 0
  for (const [i, n] of slow.entries()) {
    sum += n
    if (sum >= all * share) return BOUNDS[i] ?? (BOUNDS.at(-1) as number)
  }
  return 0
}
const FLUSH_MS = 30_000
interface Counted {
  tenantId: string
  method: string
  path: string
  calls: number
  errors: number
  ms: number
  slow: number[]
}
/** Counts calls per route and tenant in memory and periodically adds them to the day's row, asynchronously to responses. */
export class ApiUsageCounter {
  private readonly core: Core
  private counted = new Map<string, Counted>()
  private writing: Promise<void> = Promise.resolve()
  private readonly timer: NodeJS.Timeout
  constructor(core: Core) {
    this.core = core
    this.timer = setInterval(() => void this.flush(), FLUSH_MS)
    this.timer.unref()
  }
  add(tenantId: string, method: string, path: string, ms: number, isError: boolean): void {
    const key = `${tenantId} ${method} ${path}`
    const one = this.counted.get(key) ?? { tenantId, method, path, calls: 0, errors: 0, ms: 0, slow: new Array<number>(BOUNDS.length + 1).fill(0) }
    one.calls++
    one.ms += Math.round(ms)
    if (isError) one.errors++
    const at = BOUNDS.findIndex(bound => ms <= bound)
    const place = at < 0 ? BOUNDS.length : at
    one.slow[place] = (one.slow[place] ?? 0) + 1
    this.counted.set(key, one)
  }
  flush(): Promise<void> {
    const counted = this.counted
    this.counted = new Map()
    if (counted.size) this.writing = this.writing.then(() => this.write([...counted.values()]))
    return this.writing
  }
  close(): Promise<void> {
    clearInterval(this.timer)
    return this.flush()
  }
  private async write(counted: readonly Counted[]): Promise<void> {
    for (const [tenantId, own] of Map.groupBy(counted, c => c.tenantId)) {
      const rows = JSON.stringify(own.sort((a, b) => (a.path < b.path ? -1 : 1)))
      const add = sql`insert into api_day as d (tenant_id, day, method, path, calls, errors, ms, slow)
        select ${tenantId}, ${today()}, x.method, x.path, x.calls, x.errors, x.ms, x.slow from jsonb_to_recordset(${rows}) x(method text, path text, calls int, errors int, ms bigint, slow int[])
        on conflict (tenant_id, day, method, path) do update set calls = d.calls + excluded.calls, errors = d.errors + excluded.errors, ms = d.ms + excluded.ms,
          slow = array(select n.old + n.more from unnest(d.slow, excluded.slow) with ordinality n(old, more, place) order by n.place)`
      await systemGate(this.core, tenantId, 'calls')
        .query(add)
        .catch(error => this.core.log.warn({ err: error }, 'calls not counted'))
    }
  }
}
