import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import { isUuid } from '#model'
import { gateFor, systemGate } from '#server/access/calls.ts'
import type { Core } from '#server/data/core.ts'
import { notFound } from '#server/data/rows.ts'
import { customRoutes } from '#server/http/custom-routes.ts'
import { beatOf, sendEvent } from '#server/http/event-stream.ts'
import { callerOf } from '#server/http/guard.ts'
import { type OpenPage, OpenPages } from '#server/http/open-pages.ts'
import type { Identity } from '#server/identity/index.ts'
import { board } from '../model/read-actions.ts'
import { mustWatch } from './board.ts'

interface Page extends OpenPage {
  tenantId: string
  occurrenceId: string
  userId: string
  token: string
  /** Fingerprint of the occurrence when the page was last notified. */
  seen: string
}
/** Poll interval: upper bound of a board's delay besides the page's own request. */
const LOOK_MS = 1000
const BEAT_MS = 25_000
const MOST_PER_USER = 10

/**
 * Boards open in this process (server-sent events). Signing sends no notifications, so a rush costs nothing extra: each process polls the watched occurrences once a
 * second in one statement and tells the pages of changed ones; each page then fetches what its reader may see.
 */
class Boards {
  private readonly core: Core
  private readonly identity: Identity
  private readonly pages = new OpenPages<Page>({
    most: MOST_PER_USER,
    beatMs: BEAT_MS,
    isSame: (a, b) => a.tenantId === b.tenantId && a.userId === b.userId,
    endIfOver: page => this.endIfOver(page),
  })
  private readonly timer: NodeJS.Timeout
  private isLooking = false
  constructor(core: Core, identity: Identity) {
    this.core = core
    this.identity = identity
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
    const { occurrenceId } = request.query as { occurrenceId?: unknown }
    if (typeof occurrenceId !== 'string' || !isUuid(occurrenceId)) throw notFound()
    await mustWatch(await gateFor(this.core, principal, { permission: board.permission, source: 'board', ip: null, traceId: null }), occurrenceId)
    beatOf(this.pages.open(reply, { tenantId, occurrenceId, userId, token, seen: '' }).out)
  }
  private async look(): Promise<void> {
    const open = this.pages.all
    if (this.isLooking || !open.length) return
    this.isLooking = true
    try {
      for (const [tenantId, pages] of Map.groupBy(open, p => p.tenantId)) {
        const now = await this.standing(tenantId, [...new Set(pages.map(p => p.occurrenceId))])
        for (const p of pages) this.tell(p, now.get(p.occurrenceId) ?? '')
      }
    } catch (error) {
      this.core.log.error({ err: error }, 'open boards could not be looked at')
    } finally {
      this.isLooking = false
    }
  }
  /** Version sums of an occurrence: every write to a line, the occurrence or its task increments a version. */
  private async standing(tenantId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await systemGate(this.core, tenantId, 'board').query<{ id: string; mark: string }>(sql`select o.id, concat_ws(' ', o.version, t.version, l.n, l.versions) as mark
      from sign_occurrence o join sign_task t on t.tenant_id = o.tenant_id and t.id = o.task_id
        join lateral (select count(*) as n, sum(version) as versions from sign_line l where l.tenant_id = o.tenant_id and l.occurrence_id = o.id) l on true
      where o.tenant_id = ${tenantId} and o.id = any(${[...ids]}::uuid[])`)
    return new Map(rows.map(r => [r.id, r.mark]))
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
export default customRoutes((app: FastifyInstance, { core, identity }) => {
  const boards = new Boards(core, identity)
  app.addHook('preClose', async () => boards.close())
  app.get('/api/signIn/signOccurrence/follow', { config: { permission: board.permission }, schema: { tags: ['签到'], summary: '看板有变化时推送' } }, (request, reply) =>
    boards.open(request, reply),
  )
})
