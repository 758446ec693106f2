/** Limits concurrency; waiters are served in order. */
export class Semaphore {
  private free: number
  private readonly waiting: Array<() => void> = []

  constructor(count: number) {
    this.free = count
  }
  async acquire(): Promise<void> {
    if (this.free > 0) {
      this.free--
      return
    }
    await new Promise<void>(done => this.waiting.push(done))
  }
  release(): void {
    const next = this.waiting.shift()
    if (next) next()
    else this.free++
  }
}
