import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { systemGate } from '../access/calls.ts'
import { extensionPoint } from '../base/extension-point.ts'
import type { Db, LiveNews } from '../context.ts'
import { LIVE_CHANNEL } from '../data/change-feed.ts'
import type { Core } from '../data/core.ts'
import { sendEvent } from '../http/event-stream.ts'
import { callerOf } from '../http/guard.ts'
import { type OpenPage, OpenPages } from '../http/open-pages.ts'
import type { Identity } from '../identity/index.ts'
import { CHANNEL as SESSION_CHANNEL } from '../identity/session-feed.ts'

/** Counts unread todos or messages for users with open pages; users with none may be omitted. */
export interface LiveCount {
  kind: 'liveCount'
  what: LiveNews
  count: (db: Db, userIds: readonly string[]) => Promise<ReadonlyMap<string, number>>
}
export const liveCounts = extensionPoint<LiveCount>('liveCount', { id: c => c.what })
/** Registers a counter; used in a module's server file. */
export const liveCount = (what: LiveNews, count: LiveCount['count']): LiveCount => liveCounts.make({ what, count })

const HEARTBEAT_MS = 25_000
/** Debounce interval: notifications are collected and counted together. */
const GATHER_MS = 150
const MOST_PER_USER = 30
interface Stream extends OpenPage {
  tenantId: string
  userId: string
  sessionId: string
  token: string
}

/** Server-sent events of this process: GET `message/stream` of service base. Sends `count` on connect, then `todo` and `message` with new counts, `permission` when
 *  permissions changed and `kick` when the session was ended. The connection ends with the session. */
export class Live {
  private readonly core: Core
  private readonly identity: Identity
  private readonly streams = new OpenPages<Stream>({
    most: MOST_PER_USER,
    beatMs: HEARTBEAT_MS,
    isSame: (a, b) => a.tenantId === b.tenantId && a.userId === b.userId,
    endIfOver: page => this.endIfOver(page),
  })
  /** `{tenant}:{what}` → user ids to recount; an empty id stands for everybody. */
  private readonly news = new Map<string, Set<string>>()
  private gathering: NodeJS.Timeout | undefined

  constructor(core: Core, identity: Identity) {
    this.core = core
    this.identity = identity
    core.notifier.listen(LIVE_CHANNEL, payload => this.hear(payload))
    core.notifier.listen(SESSION_CHANNEL, payload => {
      const over = new Set(payload.split(','))
      this.streams.check(s => over.has(s.sessionId))
    })
    // After a reconnect notifications may have been missed: recount everything.
    core.notifier.onReconnect(() => void this.recount(this.streams.all))
    core.principals.onChange((tenantId, userId) => {
      for (const s of this.streams.all) if (s.tenantId === tenantId && (!userId || s.userId === userId)) this.send(s, 'permission')
    })
  }
  routes(app: FastifyInstance): void {
    app.get('/api/base/message/stream', { config: { permission: 'signedIn' }, schema: { tags: ['消息'], summary: '消息推送' } }, (request, reply) => this.open(request, reply))
    // Fastify waits for open responses before closing; event streams never end by themselves
    app.addHook('preClose', async () => this.close())
  }
  close(): void {
    clearTimeout(this.gathering)
    this.streams.close()
  }
  private async open(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { principal, token } = callerOf(request)
    const { tenantId, userId, sessionId } = principal
    const stream = this.streams.open(reply, { tenantId, userId, sessionId: sessionId ?? '', token })
    // subscribed before counting, so that no notification is missed
    await this.recount([stream])
  }
  private send(s: Stream, event: string, data: object = {}): void {
    sendEvent(s.out, event, JSON.stringify(data))
  }
  private hear(payload: string): void {
    const [tenantId, what, people = ''] = payload.split(':')
    const key = `${tenantId}:${what}`
    const known = this.news.get(key) ?? new Set()
    for (const id of people.split(',')) known.add(id)
    this.news.set(key, known)
    this.gathering ??= setTimeout(() => {
      this.gathering = undefined
      void this.tell().catch(error => this.core.log.error({ err: error }, 'open pages could not be notified'))
    }, GATHER_MS).unref()
  }
  /** One count query per tenant and kind for all affected pages. */
  private async tell(): Promise<void> {
    const waiting = [...this.news]
    this.news.clear()
    for (const [key, people] of waiting) {
      const [tenantId = '', what = ''] = key.split(':')
      const open = this.streams.all.filter(s => s.tenantId === tenantId && (people.has('') || people.has(s.userId)))
      if (!open.length) continue
      const numbers = await this.numbersOf(tenantId, what as LiveNews, open)
      for (const s of open) this.send(s, what, { count: numbers.get(s.userId) ?? 0 })
    }
  }
  /** Sends all counts; connections whose counts fail are closed, and clients reconnect. */
  private async recount(open: readonly Stream[]): Promise<void> {
    for (const [tenantId, own] of Map.groupBy(open, s => s.tenantId)) {
      try {
        const [todo, message] = [await this.numbersOf(tenantId, 'todo', own), await this.numbersOf(tenantId, 'message', own)]
        for (const s of own) this.send(s, 'count', { todo: todo.get(s.userId) ?? 0, message: message.get(s.userId) ?? 0 })
      } catch (error) {
        this.core.log.error({ err: error }, 'open pages could not be sent their numbers')
        for (const s of own) s.out.end()
      }
    }
  }
  private async numbersOf(tenantId: string, what: LiveNews, people: readonly Stream[]): Promise<ReadonlyMap<string, number>> {
    const sources = this.core.registry.of(liveCounts)
    const source = sources.find(s => s.what === what)
    return source ? source.count(systemGate(this.core, tenantId, 'live'), [...new Set(people.map(p => p.userId))]) : new Map()
  }
  /** A refreshed token ends the connection without `kick`: the page reconnects with the new token. */
  private async endIfOver(s: Stream): Promise<void> {
    if (await this.identity.sessions.resolve(s.token)) return
    if (await this.identity.sessions.whyEnded(s.token)) this.send(s, 'kick')
    s.out.end()
  }
}
