/** Work that goes on by itself and ends without throwing; whoever closes the process, or tests it, waits for its end. */
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
