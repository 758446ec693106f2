/** Background promises that never reject; awaited on shutdown and in tests. */
export class PendingWork {
  private readonly works = new Set<Promise<unknown>>()
  add(work: Promise<unknown>): void {
    const done: Promise<unknown> = work.finally(() => this.works.delete(done))
    this.works.add(done)
  }
  async settle(): Promise<void> {
    while (this.works.size) await Promise.all(this.works)
  }
}
