import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { Db } from '#server/context.ts'
import type { Core } from '#server/data/core.ts'
import { contentChannel } from '../../model/channel.ts'
import { type Content, loadContent, nextChange } from './content.ts'

export interface Page {
  status: number
  type: string
  body: Buffer
  packed: Buffer | undefined
  etag: string
}
export interface Drawn {
  status?: number
  type?: string
  text: string | Buffer
}
const MOST_BYTES = 64 * 1024 ** 2
const MOST_SCHOOLS = 200
/** What no announcement reaches, such as pictures of the carousel and batches of enrolment, is read again after this time. */
const KEEP_MS = 60_000
const WATCHED: ReadonlySet<string> = new Set([contentChannel.name, 'appInfo', 'venue', '*'])
const packed = promisify(gzip)
interface Loaded {
  content: Content
  until: number
}
/** Public pages in memory, so that repeated ones leave the database idle. A change of a school's content ends its pages in every process; what follows from the clock ends them when it
 *  happens. A page that was begun before a change is kept under the generation before it, where nobody finds it. */
export class PublicPages {
  private readonly pages = new LRUCache<string, { page: Page; until: number }>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ page }) => page.body.length + (page.packed?.length ?? 0) + 500,
  })
  private readonly drawing = new Map<string, Promise<Page>>()
  private readonly contents = new LRUCache<string, Promise<Loaded>>({ max: MOST_SCHOOLS })
  private readonly generations = new Map<string, number>()
  constructor(core: Core) {
    core.cache.onDrop((tenantId, entity) => {
      if (!WATCHED.has(entity)) return
      this.generations.set(tenantId, (this.generations.get(tenantId) ?? 0) + 1)
      this.contents.delete(tenantId)
    })
  }
  /** The content as it is at a moment. */
  async content(db: Db, at: number): Promise<Loaded> {
    const { tenantId } = db.me
    const known = this.contents.get(tenantId)
    const loaded = await known
    if (known && loaded && loaded.until > at) return loaded
    if (known && this.contents.get(tenantId) !== known) return this.content(db, at)
    const loading = loadContent(db).then(content => ({ content, until: Math.min(at + KEEP_MS, nextChange(content, at)) }))
    this.contents.set(tenantId, loading)
    loading.catch(() => this.contents.get(tenantId) === loading && this.contents.delete(tenantId))
    return loading
  }
  /** A page by its address; drawn once, however many ask for it at the same time. */
  async page(tenantId: string, address: string, at: number, draw: () => Promise<{ drawn: Drawn; until: number }>): Promise<Page> {
    const key = `${tenantId} ${this.generations.get(tenantId) ?? 0} ${address}`
    const known = this.pages.get(key)
    if (known && known.until > at) return known.page
    const begun = this.drawing.get(key)
    if (begun) return begun
    const drawing = draw().then(async ({ drawn, until }) => {
      const page = await pageOf(drawn)
      // addresses that lead nowhere are without number, and would drive out those that are read
      if (page.status === 200) this.pages.set(key, { page, until })
      return page
    })
    this.drawing.set(key, drawing)
    return drawing.finally(() => this.drawing.delete(key))
  }
}
const MOST_PACKED = 2 * 1024 ** 2
export async function pageOf({ status = 200, type = 'text/html; charset=utf-8', text }: Drawn): Promise<Page> {
  const body = typeof text === 'string' ? Buffer.from(text) : text
  const isText = /^(text|application\/(atom|xml))/.test(type) && body.length > 1000 && body.length < MOST_PACKED
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  return { status, type, body, packed: isText ? ((await packed(body)) as Buffer) : undefined, etag }
}
