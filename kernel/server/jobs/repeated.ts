import type { Logger } from 'pino'

const FIRST_MS = 1000
/** Processes that started together must not look together. */
const JITTER = 0.25

/** Does something again and again, never twice at a time, at intervals that differ a little. */
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
  /** What was left behind is looked for soon. */
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
