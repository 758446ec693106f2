import { Refusal } from '#model'

/** Who would wait longer is told to come back: people press again after some seconds anyway. */
const LONGEST_MS = 2000
const MOST_WAITING = 500
/** What takes longer (a file on its way, a long export) does not count any more: it waits for something else than this process. */
const SLOW_MS = 1000
interface Waiting {
  go: () => void
  since: number
}

/** Lets so many requests be worked on at once. The others wait, the schools in turn, so that a crowd of one does not stand before everybody of another;
 *  a school whose first has waited for two seconds gets no further ones into its line: they are refused with 429 and when to come back. */
export class Turns {
  private running = 0
  /** Schools whose people wait; the first of them is next. */
  private readonly lines = new Map<string, Waiting[]>()
  private readonly atOnce: number
  constructor(atOnce: number) {
    this.atOnce = atOnce
  }
  get waiting(): number {
    return [...this.lines.values()].reduce((sum, line) => sum + line.length, 0)
  }
  /** Resolves when it is the turn of somebody of this school; the answer must be called when they are done. */
  async enter(tenantId: string): Promise<() => void> {
    if (this.running < this.atOnce) this.running++
    else await this.queue(tenantId)
    let isIn = true
    const leave = (): void => {
      if (!isIn) return
      isIn = false
      clearTimeout(slow)
      this.next()
    }
    const slow = setTimeout(leave, SLOW_MS)
    return leave
  }
  private queue(tenantId: string): Promise<void> {
    const line = this.lines.get(tenantId) ?? []
    const waited = performance.now() - (line[0]?.since ?? Number.POSITIVE_INFINITY)
    if (waited > LONGEST_MS || line.length >= MOST_WAITING) {
      const retryAfter = Math.ceil(LONGEST_MS / 1000)
      throw new Refusal(429, [{ rule: 'http.crowded', text: '访问的人很多，请 {retryAfter} 秒后再试', values: { retryAfter } }], { retryAfter })
    }
    this.lines.set(tenantId, line)
    return new Promise(go => line.push({ go, since: performance.now() }))
  }
  /** The first of the school that is next; the school goes to the end of the row. */
  private next(): void {
    const [school] = this.lines
    if (!school) {
      this.running--
      return
    }
    const [tenantId, line] = school
    this.lines.delete(tenantId)
    const first = line.shift()
    if (line.length) this.lines.set(tenantId, line)
    first?.go()
  }
}
