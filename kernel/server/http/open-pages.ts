import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { Refusal } from '#model'
import { beatOf, eventStream } from './event-stream.ts'

export interface OpenPage {
  out: ServerResponse
}
interface Keeping<P extends OpenPage> {
  /** Most pages one watcher may have open in this process. */
  most: number
  beatMs: number
  /** Whether two pages belong to the same watcher. */
  isSame(a: Omit<P, 'out'>, b: Omit<P, 'out'>): boolean
  /** Ends a page whose session or key has expired, with or without a last event; called at each heartbeat. Errors (database down) are ignored until the next one. */
  endIfOver(page: P): Promise<void>
}
const RETRY_SECONDS = 60

/** Server-sent event connections of one kind in this process: limited per watcher, kept alive by heartbeats, removed when they close. */
export class OpenPages<P extends OpenPage> {
  private readonly keeping: Keeping<P>
  private readonly pages = new Set<P>()
  private readonly timer: NodeJS.Timeout
  constructor(keeping: Keeping<P>) {
    this.keeping = keeping
    this.timer = setInterval(() => this.beat(), keeping.beatMs).unref()
  }
  get all(): P[] {
    return [...this.pages]
  }
  /** Starts the event stream. Refuses (429) a watcher with too many open pages. */
  open(reply: FastifyReply, watcher: Omit<P, 'out'>): P {
    if (this.all.filter(page => this.keeping.isSame(page, watcher)).length >= this.keeping.most)
      throw new Refusal(429, [{ rule: 'live.tooMany', text: '打开的页面太多，请关闭一些' }], { retryAfter: RETRY_SECONDS })
    const page = { ...watcher, out: eventStream(reply) } as P
    this.pages.add(page)
    page.out.on('close', () => this.pages.delete(page))
    // if the client left during authorisation, `close` was emitted before we listened
    if (page.out.destroyed) setImmediate(() => page.out.emit('close'))
    return page
  }
  /** Ends matching pages; their clients reconnect and are authorised again. */
  end(fits: (page: P) => boolean): void {
    for (const page of this.all) if (fits(page)) page.out.end()
  }
  /** Checks matching pages for expiry now, not only at the next heartbeat. */
  check(fits: (page: P) => boolean): void {
    for (const page of this.pages) if (fits(page)) this.keeping.endIfOver(page).catch(() => {})
  }
  /** For shutdown: these responses never end by themselves. */
  close(): void {
    clearInterval(this.timer)
    this.end(() => true)
    this.pages.clear()
  }
  private beat(): void {
    for (const { out } of this.pages) beatOf(out)
    this.check(() => true)
  }
}
