import sql, { join, raw, type Sql } from 'sql-template-tag'
import { type Entity, isUuid, mustAllow, pageOf, Refusal, type Row, type SecretKey, type StateVerb, type StoredRow } from '#model'
import type { Principal } from '../context.ts'
import type { Page, PageQuery, Rows, Where } from '../row-types.ts'
import { columnsOf, every, opened, pick } from './columns.ts'
import type { Core } from './core.ts'
import type { Gate } from './gate.ts'
import { isOwn, presentRows } from './present.ts'
import type { Ability } from './scope.ts'
import { conditions, keyword, order } from './where.ts'

const PAGE_SIZE_MAX = 200
export const notFound = (): Refusal => new Refusal(404, [{ rule: 'record.notFound', text: '没有这条记录，或不在你的数据范围内' }])
type Plain = Record<string, unknown>
/** 409 for an outdated version, with the current row as this reader may see it. */
export function staleRow(me: Principal, of: Entity, row: Plain): Refusal {
  const shown = { ...row }
  presentRows(of, [shown], () => isOwn(me, of, row))
  return new Refusal(409, [{ rule: 'record.stale', text: '这条{label}刚刚被别人改过，请核对后再保存', values: { label: of.label, version: row.version } }], shown)
}
/** SQL text of whole-row reads by id, per scope condition and entity: a reused string is found faster among the prepared statements. */
const readsById = new WeakMap<Sql, Map<string, string>>()

const mark = (at: number): string => `"_may_${at}"`
/** Columns `_may_0`, `_may_1` …: whether the row lies within the scope of each ability. */
const marks = (abilities: readonly Ability[]): Sql => (abilities.length ? sql`, ${join(abilities.map(({ reach }, at) => sql`${reach} as ${raw(mark(at))}`))}` : raw(''))
const markNames = (abilities: readonly Ability[]): Sql => raw(abilities.map((_, at) => `, t.${mark(at)}`).join(''))
/** Replaces the columns of `marks` by `abilities`, which lists what the reader may not do; absent if nothing is denied. In place. */
function withAbilities<R extends Plain>(rows: R[], abilities: readonly Ability[]): R[] {
  if (!abilities.length) return rows
  for (const row of rows as Plain[]) {
    const denied = abilities.filter((_, at) => row[`_may_${at}`] !== true)
    if (denied.length) row.abilities = Object.fromEntries(denied.map(({ name }) => [name, false]))
    for (const at of abilities.keys()) row[`_may_${at}`] = undefined
  }
  return rows
}

/** Rows of one entity within a scope condition: see `Rows`. */
export class ScopedRows<E extends Entity, R extends object = Row<E>> implements Rows<E, R> {
  private readonly gate: Gate
  private readonly core: Core
  private readonly of: E
  private readonly scope: Sql
  private readonly secrets: readonly string[]
  constructor(gate: Gate, core: Core, of: E, scope: Sql, secrets: readonly string[] = []) {
    this.gate = gate
    this.core = core
    this.of = of
    this.scope = scope
    this.secrets = secrets
  }
  with<K extends SecretKey<E>>(...names: readonly K[]): ScopedRows<E, R & Pick<StoredRow<E>, K & keyof StoredRow<E>>> {
    return new ScopedRows(this.gate, this.core, this.of, this.scope, [...new Set([...this.secrets, ...names])].sort())
  }
  private columns(names?: readonly string[], alias = ''): Sql {
    return raw(pick(this.of, names, { alias, secrets: this.secrets }))
  }
  private get live(): Sql {
    return this.of.options.softDelete ? raw(' and deleted_at is null') : raw('')
  }
  private from(extra: readonly Sql[] = []): Sql {
    return sql`from ${raw(columnsOf(this.of).table)} where tenant_id = ${this.gate.me.tenantId}${this.live} and ${every([this.scope, ...extra])}`
  }
  private where(where: Where<E> = {} as Where<E>): Sql[] {
    return conditions(this.of, where, this.core.cipher)
  }
  private open(rows: Plain[]): R[] {
    return rows.map(row => opened(this.of, row, this.core.cipher)) as R[]
  }

  rows(): Sql {
    return sql`(select * ${this.from()})`
  }
  async find(where: Where<E>): Promise<R | undefined> {
    const rows = await this.gate.query<Plain>(sql`select ${this.columns()} ${this.from(this.where(where))} limit 1`)
    return this.open(rows)[0]
  }
  async one(id: string, columns?: readonly string[]): Promise<R> {
    const found = isUuid(id) ? await this.read(id, columns) : await this.find({ id } as Where<E>)
    if (!found) throw notFound()
    return found
  }
  /** The row with its denied `abilities`. */
  async oneWithAbilities(id: string, columns: readonly string[] | undefined, abilities: readonly Ability[]): Promise<R> {
    if (!abilities.length) return this.one(id, columns)
    const rows = await this.gate.query<Plain>(sql`select ${this.columns(columns)}${marks(abilities)} ${this.from(this.where({ id } as Where<E>))} limit 1`)
    const [row] = this.open(withAbilities(rows, abilities))
    if (!row) throw notFound()
    return row
  }
  private async read(id: string, columns: readonly string[] | undefined): Promise<R | undefined> {
    const texts = readsById.get(this.scope) ?? new Map<string, string>()
    const isWhole = !columns && !this.secrets.length
    const known = isWhole ? texts.get(this.of.name) : undefined
    const text = known ?? sql`select ${this.columns(columns)} ${this.from([sql`id = ${id}::uuid`])} limit 1`.text
    if (isWhole) readsById.set(this.scope, texts.set(this.of.name, text))
    const rows = await this.gate.query<Plain>({ text, values: [this.gate.me.tenantId, ...this.scope.values, id] })
    return this.open(rows)[0]
  }
  async lock(id: string, verb?: StateVerb<E>): Promise<R> {
    const rows = await this.gate.query<Plain>(sql`select ${this.columns()} ${this.from(this.where({ id } as Where<E>))} for update`)
    const row = this.open(rows)[0]
    if (!row) throw notFound()
    if (verb) mustAllow(this.of, row, verb)
    return row
  }
  async lockAll(ids: readonly string[], verb?: StateVerb<E>): Promise<R[]> {
    const asked = [...new Set(ids)]
    const rows = this.open(await this.gate.query<Plain>(sql`select ${this.columns()} ${this.from(conditions(this.of, { id: asked }, this.core.cipher))} order by id for update`))
    if (rows.length < asked.length) throw notFound()
    if (verb) for (const row of rows) mustAllow(this.of, row, verb)
    return rows
  }
  async all(where?: Where<E>, options: { sort?: readonly string[]; limit?: number } = {}): Promise<R[]> {
    const by = raw(order(this.of, options.sort ?? this.of.options.sort ?? ['id']))
    const limit = options.limit ? sql` limit ${options.limit}` : raw('')
    return this.open(await this.gate.query<Plain>(sql`select ${this.columns()} ${this.from(this.where(where))} order by ${by}${limit}`))
  }
  async count(where?: Where<E>): Promise<number> {
    return this.counted(this.where(where))
  }
  private filters(query: PageQuery<E>): Sql[] {
    const words = query.keyword ? keyword(this.of, query.keyword) : undefined
    return [...this.where(query.where), ...(words ? [words] : [])]
  }
  /** Rows and total in one round trip: the narrow inner select can stay on an index, only the page's rows are fetched whole. With `countsUpTo`, for lists that grow into the
   *  millions, the total is a separate count that stops there. */
  async page(query: PageQuery<E> & { columns?: readonly string[]; abilities?: readonly Ability[] }): Promise<Page<R>> {
    const size = Math.min(Math.max(query.size ?? 10, 1), PAGE_SIZE_MAX)
    const current = Math.max(query.current ?? 1, 1)
    const sort = query.sort?.length ? query.sort : (this.of.options.sort ?? ['-createdAt'])
    const filters = this.filters(query)
    const table = raw(columnsOf(this.of).table)
    const most = this.of.options.countsUpTo
    const { abilities = [] } = query
    const total = most ? sql`(select count(*)::int from (select 1 ${this.from(filters)} limit ${most + 1}) counted)` : sql`count(*) over ()::int`
    // `offset 0` is an optimisation fence: with stale statistics (a new school) the planner would re-read the page for each row of the school
    const rows = await this.gate.query<Plain & { _total: number }>(sql`
      select ${this.columns(query.columns, 't.')}${markNames(abilities)}, hit._total
      from (select id, ${total} as _total ${this.from(filters)} order by ${raw(order(this.of, sort))} limit ${size} offset ${(current - 1) * size}) hit
      cross join lateral (select *${marks(abilities)} from ${table} where tenant_id = ${this.gate.me.tenantId} and id = hit.id offset 0) t order by ${raw(order(this.of, sort, 't.'))}`)
    const found = rows[0]?._total ?? (current > 1 ? await this.counted(filters, most) : 0)
    const hasMore = most !== undefined && found > most
    for (const row of rows as Plain[]) row._total = undefined
    return { result: this.open(withAbilities(rows, abilities)), page: { ...pageOf(hasMore ? most : found, current, size), ...(hasMore ? { more: true } : {}) }, current, size }
  }
  /** Full row count of a list with these filters; refuses a bad `sort` as the list does. */
  async size(query: Pick<PageQuery<E>, 'where' | 'keyword' | 'sort'>): Promise<number> {
    if (query.sort) order(this.of, query.sort)
    return this.counted(this.filters(query as PageQuery<E>))
  }
  /** Counts rows, stopping one beyond `most`. */
  private async counted(filters: readonly Sql[], most?: number): Promise<number> {
    const rows = most ? sql`from (select 1 ${this.from(filters)} limit ${most + 1}) counted` : this.from(filters)
    return (await this.gate.query<{ n: number }>(sql`select count(*)::int as n ${rows}`))[0]?.n ?? 0
  }
  /** Sorted rows in batches: constant memory, one snapshot. */
  async *stream(query: Pick<PageQuery<E>, 'where' | 'keyword' | 'sort'> & { columns?: readonly string[]; batchSize?: number }): AsyncGenerator<R[]> {
    const sort = query.sort?.length ? query.sort : (this.of.options.sort ?? ['-createdAt'])
    const statement = sql`select ${this.columns(query.columns)} ${this.from(this.filters(query as PageQuery<E>))} order by ${raw(order(this.of, sort))}`
    for await (const rows of this.gate.batches<Plain>(statement, query.batchSize)) yield this.open(rows)
  }
  /** Whether a just-written row still lies within the scope. */
  async holds(id: string): Promise<boolean> {
    return (await this.gate.query(sql`select 1 ${this.from([sql`id = ${id}`])}`)).length > 0
  }
}
