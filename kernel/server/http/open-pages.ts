import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { Refusal } from '#model'
import { beatOf, eventStream } from './event-stream.ts'

export interface OpenPage {
  out: ServerResponse
}
interface Keeping<P extends OpenPage> {
  /** Pages that one watcher has open in this process at a time. */
  most: number
  beatMs: number
  /** Whether two pages are the same watcher's. */
  isSame(a: Omit<P, 'out'>, b: Omit<P, 'out'>): boolean
  /** Ends a page whose session or key is over, with a word or without one; asked at each beat. What it throws is a database that is away: the next beat asks again. */
  endIfOver(page: P): Promise<void>
}
const RETRY_SECONDS = 60

/** Pages of one kind that are open in this process and hear server-sent events: counted by watcher, kept alive by beats, forgotten when their line closes. */
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
  /** Answers with a stream of events from here on. Refuses (429) a watcher who has too many open. */
  open(reply: FastifyReply, watcher: Omit<P, 'out'>): P {
    if (this.all.filter(page => this.keeping.isSame(page, watcher)).length >= this.keeping.most)
      throw new Refusal(429, [{ rule: 'live.tooMany', text: '打开的页面太多，请关闭一些' }], { retryAfter: RETRY_SECONDS })
    const page = { ...watcher, out: eventStream(reply) } as P
    this.pages.add(page)
    page.out.on('close', () => this.pages.delete(page))
    // who left while it was judged has been told so before anybody listened
    if (page.out.destroyed) setImmediate(() => page.out.emit('close'))
    return page
  }
  /** Ends the pages that fit; each comes back and is judged anew. */
  end(fits: (page: P) => boolean): void {
    for (const page of this.all) if (fits(page)) page.out.end()
  }
  /** Looks now, and not at the next beat, whether pages that fit are over. */
  check(fits: (page: P) => boolean): void {
    for (const page of this.pages) if (fits(page)) this.keeping.endIfOver(page).catch(() => {})
  }
  /** A server that stops: no answer of these ends by itself. */
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
