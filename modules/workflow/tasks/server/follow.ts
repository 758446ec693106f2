import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Action, isUuid } from '#model'
import { gateFor, systemGate } from '#server/access/calls.ts'
import type { Db } from '#server/context.ts'
import type { Core } from '#server/data/core.ts'
import { notFound } from '#server/data/rows.ts'
import { type CustomRoutes, customRoutes } from '#server/http/custom-routes.ts'
import { beatOf, sendEvent } from '#server/http/event-stream.ts'
import { callerOf } from '#server/http/guard.ts'
import { type OpenPage, OpenPages } from '#server/http/open-pages.ts'
import type { Identity } from '#server/identity/index.ts'

interface Followed {
  /** The action that reads the board; its permission opens the stream. */
  board: Action
  /** Address of the stream: `/api/{service}/{entity}/follow`. */
  path: string
  summary: string
  /** Refuses callers who may not see this board; the gate carries the board's permission. */
  mustWatch(db: Db, id: string): Promise<void>
  /** Text per task that differs after every change to what its board shows; one statement for all ids. */
  marks(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>>
}
interface Page extends OpenPage {
  tenantId: string
  id: string
  userId: string
  token: string
  /** The task's mark when the page was last notified. */
  seen: string
}
/** Poll interval: upper bound of a board's delay besides the page's own request. */
const LOOK_MS = 1000
const BEAT_MS = 25_000
const MOST_PER_USER = 10

/**
 * Boards of one kind of task open in this process (server-sent events). Answering sends no notifications, so a rush costs nothing extra: each process polls the watched
 * tasks once a second in one statement and tells the pages of changed ones; each page then fetches what its reader may see.
 */
class Boards {
  private readonly core: Core
  private readonly identity: Identity
  private readonly of: Followed
  private readonly pages = new OpenPages<Page>({
    most: MOST_PER_USER,
    beatMs: BEAT_MS,
    isSame: (a, b) => a.tenantId === b.tenantId && a.userId === b.userId,
    endIfOver: page => this.endIfOver(page),
  })
  private readonly timer: NodeJS.Timeout
  private isLooking = false
  constructor(core: Core, identity: Identity, of: Followed) {
    this.core = core
    this.identity = identity
    this.of = of
    this.timer = setInterval(() => void this.look(), LOOK_MS).unref()
    // access is checked when the page connects: on a permission change close the stream, the page reconnects and is checked again
    core.principals.onChange((tenantId, userId) => this.pages.end(p => p.tenantId === tenantId && (!userId || p.userId === userId)))
  }
  close(): void {
    clearInterval(this.timer)
    this.pages.close()
  }
  async open(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { principal, token } = callerOf(request)
    const { tenantId, userId } = principal
    const { id } = request.query as { id?: unknown }
    if (typeof id !== 'string' || !isUuid(id)) throw notFound()
    await this.of.mustWatch(await gateFor(this.core, principal, { permission: this.of.board.permission, source: 'board', ip: null, traceId: null }), id)
    beatOf(this.pages.open(reply, { tenantId, id, userId, token, seen: '' }).out)
  }
  private async look(): Promise<void> {
    const open = this.pages.all
    if (this.isLooking || !open.length) return
    this.isLooking = true
    try {
      for (const [tenantId, pages] of Map.groupBy(open, p => p.tenantId)) {
        const now = await this.of.marks(systemGate(this.core, tenantId, 'board'), [...new Set(pages.map(p => p.id))])
        for (const p of pages) this.tell(p, now.get(p.id) ?? '')
      }
    } catch (error) {
      this.core.log.error({ err: error }, 'open boards could not be looked at')
    } finally {
      this.isLooking = false
    }
  }
  private tell(page: Page, mark: string): void {
    if (page.seen === mark) return
    page.seen = mark
    sendEvent(page.out, 'board', '{}')
  }
  private async endIfOver({ token, out }: Page): Promise<void> {
    if (!(await this.identity.sessions.resolve(token))) out.end()
  }
}
/** Registers the stream that tells open boards of a kind of task that their numbers changed; the page listens with `useBoardNews`. */
export const followBoard = (of: Followed): CustomRoutes =>
  customRoutes((app, { core, identity }) => {
    const boards = new Boards(core, identity, of)
    app.addHook('preClose', async () => boards.close())
    app.get(of.path, { config: { permission: of.board.permission }, schema: { tags: [of.board.label], summary: of.summary } }, (request, reply) => boards.open(request, reply))
  })
