import type { Logger } from 'pino'

const FIRST_MS = 1000
/** Jitter, so that processes started together do not poll at the same time. */
const JITTER = 0.25

/** Runs work repeatedly at jittered intervals, never concurrently. */
export class Repeated {
  private readonly everyMs: number
  private readonly work: () => Promise<unknown>
  private readonly log: Logger
  private timer: NodeJS.Timeout | undefined
  private running: Promise<unknown> = Promise.resolve()
  private isStopped = false
  constructor(everyMs: number, work: () => Promise<unknown>, log: Logger) {
    this.everyMs = everyMs
    this.work = work
    this.log = log
  }
  /** The first run comes soon, to pick up leftover work. */
  start(): void {
    this.after(FIRST_MS)
  }
  async stop(): Promise<void> {
    this.isStopped = true
    clearTimeout(this.timer)
    await this.running
  }
  private after(ms: number): void {
    const wait = ms * (1 + JITTER * (2 * Math.random() - 1))
    this.timer = setTimeout(() => {
      this.running = this.work()
        .catch(error => this.log.error({ err: error }, 'looking for work that is due'))
        .finally(() => this.isStopped || this.after(this.everyMs))
    }, wait)
    this.timer.unref()
  }
}
