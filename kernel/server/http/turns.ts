import { Refusal } from '#model'

/** Who would wait longer is told to come back: people press again after some seconds anyway. */
const LONGEST_MS = 2000
const MOST_WAITING = 500
/** How long it is counted how a line moves. */
const COUNT_MS = 1000
/** While people of other schools ask, too, one gets this share of the places: it keeps the processors as busy with a few, and whoever of another comes finds them free. */
const SHARE = 0.2
/** A school whose people wait that long asks for more than it can be given: a second place would only keep others from the processors. */
const CROWD_MS = 200
const LATELY_MS = 10_000
/** It also rests after each of its people for as long as they took, where people of a school that asks for no more than it gets came within this time: a processor that is never free keeps them waiting. */
const CALM_MS = 150
/** Who takes longer has waited for something else than the processor. */
const MOST_REST_MS = 50
/** What takes longer (a file on its way, a long export) does not count any more: it waits for something else than this process. */
const SLOW_MS = 1000
interface Waiting {
  go: () => void
  since: number
}
/** Those of a school who wait, how many of them got in since when, and how many in the second before that. */
interface Line {
  waiting: Waiting[]
  gotIn: number
  since: number
  before: number | undefined
}
/** How many get in within two seconds, as the line moved lately; in its first second nobody knows. */
const mostOf = ({ before, gotIn, since }: Line): number =>
  before === undefined ? Number.POSITIVE_INFINITY : Math.ceil(((before + gotIn) / (COUNT_MS + performance.now() - since)) * LONGEST_MS)
/** A school of which somebody asked, and when. */
interface Asked {
  school: string
  at: number
}
const NOBODY: Asked = { school: '', at: Number.NEGATIVE_INFINITY }

/** Lets so many requests be worked on at once. The others wait, the schools in turn, so that a crowd of one does not stand before everybody of another;
 *  who would wait for more than two seconds, as the line of their school moves, is refused with 429 and when to come back. */
export class Turns {
  private running = 0
  private readonly runningOf = new Map<string, number>()
  /** Schools whose people wait; the first that may go on is next. */
  private readonly lines = new Map<string, Line>()
  private last = NOBODY
  /** The last one of any other school. */
  private lastOther = NOBODY
  /** When somebody came of whose school nobody waited. */
  private calmAt = Number.NEGATIVE_INFINITY
  private readonly atOnce: number
  constructor(atOnce: number) {
    this.atOnce = atOnce
  }
  get waiting(): number {
    return [...this.lines.values()].reduce((sum, { waiting }) => sum + waiting.length, 0)
  }
  /** Resolves when it is the turn of somebody of this school; the answer must be called when they are done. */
  async enter(school: string): Promise<() => void> {
    if (school !== this.last.school) this.lastOther = this.last
    this.last = { school, at: performance.now() }
    const nobodyWaits = !this.lines.has(school)
    if (nobodyWaits) this.calmAt = this.last.at
    if (nobodyWaits && this.hasPlace(school)) this.begin(school)
    else await this.queue(school)
    const since = performance.now()
    let isIn = true
    const leave = (): void => {
      if (!isIn) return
      isIn = false
      clearTimeout(slow)
      const now = performance.now()
      if (this.isCrowd(school) && now - this.calmAt < CALM_MS) setTimeout(() => this.end(school), Math.min(now - since, MOST_REST_MS))
      else this.end(school)
    }
    const slow = setTimeout(leave, SLOW_MS)
    return leave
  }
  private hasPlace(school: string): boolean {
    return this.running < this.atOnce && (this.runningOf.get(school) ?? 0) < this.placesOf(school)
  }
  private placesOf(school: string): number {
    const other = school === this.last.school ? this.lastOther : this.last
    if (performance.now() - other.at >= LATELY_MS) return this.atOnce
    return this.isCrowd(school) ? 1 : Math.ceil(this.atOnce * SHARE)
  }
  private isCrowd(school: string): boolean {
    const first = this.lines.get(school)?.waiting[0]
    return first !== undefined && performance.now() - first.since > CROWD_MS
  }
  private begin(school: string): void {
    this.running++
    this.runningOf.set(school, (this.runningOf.get(school) ?? 0) + 1)
  }
  private queue(school: string): Promise<void> {
    const now = performance.now()
    const line = this.lines.get(school) ?? { waiting: [], gotIn: 0, since: now, before: undefined }
    if (line.waiting.length >= Math.min(mostOf(line), MOST_WAITING)) {
      const retryAfter = Math.ceil(LONGEST_MS / 1000)
      throw new Refusal(429, [{ rule: 'http.crowded', text: '访问的人很多，请 {retryAfter} 秒后再试', values: { retryAfter } }], { retryAfter })
    }
    this.lines.set(school, line)
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
    const found = [...this.lines].find(([school]) => this.hasPlace(school))
    if (!found) return false
    const [school, line] = found
    this.lines.delete(school)
    const first = line.waiting.shift()
    const now = performance.now()
    const passed = now - line.since
    if (passed >= COUNT_MS) {
      line.before = (line.gotIn / passed) * COUNT_MS
      line.gotIn = 0
      line.since = now
    }
    line.gotIn++
    if (line.waiting.length) this.lines.set(school, line)
    this.begin(school)
    first?.go()
    return true
  }
}
