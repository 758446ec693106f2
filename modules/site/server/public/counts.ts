import sql from 'sql-template-tag'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import type { Core } from '#server/data/core.ts'
import { contentItem } from '../../model/content-item.ts'
import { contentView, emptySearch } from '../../model/counts.ts'
import { faqItem } from '../../model/pieces.ts'

const FLUSH_MS = 20_000
/** Different searches without result a school keeps: whoever makes up words fills no table. */
const MOST_SEARCHES = 2000
const MOST_WAITING = 20_000
const running = new WeakMap<Core, Counts>()
/** Writes what the pages of this server have gathered. */
export const flushCounts = async (core: Core): Promise<void> => running.get(core)?.flush()
type Vote = 'helpful' | 'notHelpful'
interface Waiting {
  views: Map<string, number>
  searches: Map<string, number>
  votes: Map<string, number>
}
/** What readers did, gathered in memory and written now and then, so that a read page needs no write. What a crash loses is some seconds of counts. */
export class Counts {
  private readonly gateOf: (tenantId: string) => Db
  private readonly waiting = new Map<string, Waiting>()
  private readonly timer: NodeJS.Timeout
  constructor(core: Core, gateOf: (tenantId: string) => Db) {
    running.set(core, this)
    this.gateOf = gateOf
    this.timer = setInterval(() => void this.flush().catch(() => {}), FLUSH_MS).unref()
  }
  view(tenantId: string, itemId: string): void {
    this.add(tenantId, 'views', `${itemId} ${today()}`)
  }
  nothing(tenantId: string, words: string): void {
    this.add(tenantId, 'searches', words.toLowerCase())
  }
  vote(tenantId: string, faqItemId: string, vote: Vote): void {
    this.add(tenantId, 'votes', `${faqItemId} ${vote}`)
  }
  private add(tenantId: string, kind: keyof Waiting, key: string): void {
    const of = this.waiting.get(tenantId) ?? { views: new Map(), searches: new Map(), votes: new Map() }
    this.waiting.set(tenantId, of)
    if (of[kind].size < MOST_WAITING || of[kind].has(key)) of[kind].set(key, (of[kind].get(key) ?? 0) + 1)
  }
  async flush(): Promise<void> {
    const all = [...this.waiting]
    this.waiting.clear()
    for (const [tenantId, of] of all) await this.gateOf(tenantId).tx(db => write(db, of))
  }
  async close(): Promise<void> {
    clearInterval(this.timer)
    await this.flush().catch(() => {})
  }
}
const QUIET = { history: false, bookkeeping: true } as const
const columns = (of: ReadonlyMap<string, number>): { first: string[]; second: string[]; n: number[] } => {
  // in one order, so that two processes that write at the same time wait for each other and do not block each other
  const rows = [...of].map(([key, n]) => [...key.split(' '), n] as [string, string, number]).sort((a, b) => (`${a[0]} ${a[1]}` < `${b[0]} ${b[1]}` ? -1 : 1))
  return { first: rows.map(r => r[0]), second: rows.map(r => r[1]), n: rows.map(r => r[2]) }
}
async function write(db: Db, { views, searches, votes }: Waiting): Promise<void> {
  if (views.size) {
    const { first, second, n } = columns(views)
    const from = sql`unnest(${first}::uuid[], ${second}::date[], ${n}::int[]) as c(item_id, day, n)`
    const known = sql`${from} join content_item i on i.tenant_id = ${db.me.tenantId} and i.id = c.item_id`
    await db.insertFrom(contentView, { itemId: sql`c.item_id`, day: sql`c.day`, views: 0 }, known, { skipExisting: true, history: false })
    await db.updateWhere(contentView, sql`t.item_id = c.item_id and t.day = c.day`, { views: sql`t.views + c.n` }, { from, ...QUIET })
    const sums = sql`(select item_id, sum(n)::int as n from ${from} group by 1) s`
    await db.updateWhere(contentItem, sql`t.id = s.item_id`, { views: sql`t.views + s.n` }, { from: sums, ...QUIET })
  }
  if (votes.size) {
    const { first, second, n } = columns(votes)
    const from = sql`unnest(${first}::uuid[], ${second}::text[], ${n}::int[]) as c(id, vote, n)`
    for (const vote of ['helpful', 'notHelpful'] as const)
      await db.updateWhere(faqItem, sql`t.id = c.id and c.vote = ${vote}`, { [vote]: sql`t.${vote === 'helpful' ? sql`helpful` : sql`not_helpful`} + c.n` }, { from, ...QUIET })
  }
  if (!searches.size) return
  const words = [...searches].sort(([a], [b]) => (a < b ? -1 : 1))
  const room = MOST_SEARCHES - (await db.unscoped(emptySearch).count({})) // of the whole school
  if (room > 0)
    await db.insertMany(
      emptySearch,
      words.slice(0, room).map(([text]) => ({ words: text, count: 0, lastOn: today() })),
      { skipExisting: true, history: false },
    )
  const from = sql`unnest(${words.map(w => w[0])}::text[], ${words.map(w => w[1])}::int[]) as c(words, n)`
  await db.updateWhere(emptySearch, sql`t.words = c.words`, { count: sql`t.count + c.n`, lastOn: today() }, { from, ...QUIET })
}
