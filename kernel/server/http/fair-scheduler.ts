import { Refusal } from '#model'

/** Longest estimated wait; requests beyond it get 429 with Retry-After. */
const MAX_WAIT_MS = 2000
const MAX_QUEUED = 500
/** Window over which a school's admission rate is measured. */
const RATE_WINDOW_MS = 1000
/** Share of the slots one school gets while other schools are active: enough to keep the processors busy, and it leaves slots free for the others. */
const SHARE = 0.2
/** A school with a longer queue wait is overloaded and gets a single slot: a second one would only take processor time from others. */
const OVERLOAD_MS = 200
const RECENT_MS = 10_000
/** An overloaded school also pauses after each request for as long as the request took, if a school without a queue sent one within this time: processors that are never free
 *  would keep it waiting. */
const CALM_MS = 150
/** Longest such pause: a longer request has waited for something other than the processor. */
const MAX_PAUSE_MS = 50
/** A longer request (upload, long export) releases its slot: it waits for something other than this process. */
const SLOW_MS = 1000
interface Waiting {
  go: () => void
  since: number
}
/** Waiting requests of a school, how many were admitted since when, and how many per window before that. */
interface TenantQueue {
  waiting: Waiting[]
  gotIn: number
  since: number
  before: number | undefined
}
/** Requests admitted within `MAX_WAIT_MS` at the recent rate; unlimited in the first window, when the rate is unknown. */
const maxQueued = ({ before, gotIn, since }: TenantQueue): number =>
  before === undefined ? Number.POSITIVE_INFINITY : Math.ceil(((before + gotIn) / (RATE_WINDOW_MS + performance.now() - since)) * MAX_WAIT_MS)
/** School and time of a request. */
interface LastRequest {
  school: string
  at: number
}
const NO_REQUEST: LastRequest = { school: '', at: Number.NEGATIVE_INFINITY }

/** Limits concurrent requests. The others queue per school and are admitted round-robin, so that many requests of one school do not block the rest; a request whose estimated wait
 *  exceeds two seconds gets 429 with Retry-After. */
export class FairScheduler {
  private running = 0
  private readonly runningOf = new Map<string, number>()
  /** Schools with waiting requests, in round-robin order; the first with capacity is next. */
  private readonly queues = new Map<string, TenantQueue>()
  private last = NO_REQUEST
  /** Last request of any other school. */
  private lastOfOthers = NO_REQUEST
  /** Time of the last request of a school without a queue. */
  private calmAt = Number.NEGATIVE_INFINITY
  private readonly atOnce: number
  constructor(atOnce: number) {
    this.atOnce = atOnce
  }
  get waiting(): number {
    return [...this.queues.values()].reduce((sum, { waiting }) => sum + waiting.length, 0)
  }
  /** Resolves when this school gets a slot; the returned function releases it. */
  async acquire(school: string): Promise<() => void> {
    if (school !== this.last.school) this.lastOfOthers = this.last
    this.last = { school, at: performance.now() }
    const nobodyWaits = !this.queues.has(school)
    if (nobodyWaits) this.calmAt = this.last.at
    if (nobodyWaits && this.hasCapacity(school)) this.begin(school)
    else await this.queue(school)
    const since = performance.now()
    let isIn = true
    const leave = (): void => {
      if (!isIn) return
      isIn = false
      clearTimeout(slow)
      const now = performance.now()
      if (this.isOverloaded(school) && now - this.calmAt < CALM_MS) setTimeout(() => this.end(school), Math.min(now - since, MAX_PAUSE_MS))
      else this.end(school)
    }
    const slow = setTimeout(leave, SLOW_MS)
    return leave
  }
  private hasCapacity(school: string): boolean {
    return this.running < this.atOnce && (this.runningOf.get(school) ?? 0) < this.placesOf(school)
  }
  private placesOf(school: string): number {
    const other = school === this.last.school ? this.lastOfOthers : this.last
    if (performance.now() - other.at >= RECENT_MS) return this.atOnce
    return this.isOverloaded(school) ? 1 : Math.ceil(this.atOnce * SHARE)
  }
  private isOverloaded(school: string): boolean {
    const first = this.queues.get(school)?.waiting[0]
    return first !== undefined && performance.now() - first.since > OVERLOAD_MS
  }
  private begin(school: string): void {
    this.running++
    this.runningOf.set(school, (this.runningOf.get(school) ?? 0) + 1)
  }
  private queue(school: string): Promise<void> {
    const now = performance.now()
    const line = this.queues.get(school) ?? { waiting: [], gotIn: 0, since: now, before: undefined }
    if (line.waiting.length >= Math.min(maxQueued(line), MAX_QUEUED)) {
      const retryAfter = Math.ceil(MAX_WAIT_MS / 1000)
      throw new Refusal(429, [{ rule: 'http.crowded', text: '访问的人很多，请 {retryAfter} 秒后再试', values: { retryAfter } }], { retryAfter })
    }
    this.queues.set(school, line)
    return new Promise(go => line.waiting.push({ go, since: now }))
  }
  private end(school: string): void {
    this.running--
    const left = (this.runningOf.get(school) ?? 0) - 1
    if (left) this.runningOf.set(school, left)
    else this.runningOf.delete(school)
    while (this.next());
  }
  /** Admits the first request of the next school, which then moves to the end of the round. */
  private next(): boolean {
    const found = [...this.queues].find(([school]) => this.hasCapacity(school))
    if (!found) return false
    const [school, line] = found
    this.queues.delete(school)
    const first = line.waiting.shift()
    const now = performance.now()
    const passed = now - line.since
    if (passed >= RATE_WINDOW_MS) {
      line.before = (line.gotIn / passed) * RATE_WINDOW_MS
      line.gotIn = 0
      line.since = now
    }
    line.gotIn++
    if (line.waiting.length) this.queues.set(school, line)
    this.begin(school)
    first?.go()
    return true
  }
}
