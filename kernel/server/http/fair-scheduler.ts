import { Refusal } from '#model'

/** Who would wait longer is told to come back: people press again after some seconds anyway. */
const MAX_WAIT_MS = 2000
const MAX_QUEUED = 500
/** How long it is counted how a line moves. */
const RATE_WINDOW_MS = 1000
/** While people of other schools ask, too, one gets this share of the places: it keeps the processors as busy with a few, and whoever of another comes finds them free. */
const SHARE = 0.2
/** A school whose people wait that long asks for more than it can be given: a second place would only keep others from the processors. */
const OVERLOAD_MS = 200
const RECENT_MS = 10_000
/** It also rests after each of its people for as long as they took, where people of a school that asks for no more than it gets came within this time: a processor that is never free keeps them waiting. */
const CALM_MS = 150
/** Who takes longer has waited for something else than the processor. */
const MAX_PAUSE_MS = 50
/** What takes longer (a file on its way, a long export) does not count any more: it waits for something else than this process. */
const SLOW_MS = 1000
interface Waiting {
  go: () => void
  since: number
}
/** Those of a school who wait, how many of them got in since when, and how many in the second before that. */
interface TenantQueue {
  waiting: Waiting[]
  gotIn: number
  since: number
  before: number | undefined
}
/** How many get in within two seconds, as the line moved lately; in its first second nobody knows. */
const maxQueued = ({ before, gotIn, since }: TenantQueue): number =>
  before === undefined ? Number.POSITIVE_INFINITY : Math.ceil(((before + gotIn) / (RATE_WINDOW_MS + performance.now() - since)) * MAX_WAIT_MS)
/** A school of which somebody asked, and when. */
interface LastRequest {
  school: string
  at: number
}
const NO_REQUEST: LastRequest = { school: '', at: Number.NEGATIVE_INFINITY }

/** Lets so many requests be worked on at once. The others wait, the schools in turn, so that a crowd of one does not stand before everybody of another;
 *  who would wait for more than two seconds, as the line of their school moves, is refused with 429 and when to come back. */
export class FairScheduler {
  private running = 0
  private readonly runningOf = new Map<string, number>()
  /** Schools whose people wait; the first that may go on is next. */
  private readonly queues = new Map<string, TenantQueue>()
  private last = NO_REQUEST
  /** The last one of any other school. */
  private lastOfOthers = NO_REQUEST
  /** When somebody came of whose school nobody waited. */
  private calmAt = Number.NEGATIVE_INFINITY
  private readonly atOnce: number
  constructor(atOnce: number) {
    this.atOnce = atOnce
  }
  get waiting(): number {
    return [...this.queues.values()].reduce((sum, { waiting }) => sum + waiting.length, 0)
  }
  /** Resolves when it is the turn of somebody of this school; the answer must be called when they are done. */
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
  /** The first of the school whose turn it is; the school goes to the end of the row. */
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
