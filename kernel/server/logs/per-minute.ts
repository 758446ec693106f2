const MINUTE_MS = 60_000
const MOST_KEYS = 50_000

/** Lets so many through a minute for each key, in this process. */
export class PerMinute {
  private readonly most: number
  private taken = new Map<string, number>()
  private until = 0
  constructor(most: number) {
    this.most = most
  }
  take(key: string): boolean {
    if (Date.now() > this.until || this.taken.size > MOST_KEYS) {
      this.taken = new Map()
      this.until = Date.now() + MINUTE_MS
    }
    const count = (this.taken.get(key) ?? 0) + 1
    this.taken.set(key, count)
    return count <= this.most
  }
}
