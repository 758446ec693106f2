import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Action, allEntities, type Entity, type Field, type Fields, isField, shownFields } from '#model'
import { addDays } from '#model/days.ts'
import { today } from '#server/base/today.ts'
import type { Principal } from '#server/context.ts'
import { wordsOfPdf } from '#server/print/fixture.ts'
import { aimed } from '#testing/action-inputs.ts'
import { readWorkbook } from '#testing/read-workbook.ts'
import { callRoute, nameOf, type Route } from '#testing/routes.ts'
import type { Actor, Answer, School } from '#testing/school.ts'
import type { PersonalValues } from './personal-values.ts'
import { Seen } from './seen.ts'

export type ActionRoute = Route & { action: Action }
export type StoredRow = { id: string } & Readonly<Record<string, unknown>>
/** Rows requested per entity: one of each state, or this many. */
const ROWS = 2
const MOST_STATES = 4
/** Span that statistics are asked for: the demo school's last half year. */
const SPAN_DAYS = 180
/** Sample rows of every entity by name, in as many states as possible. */
export async function someRows({ db }: School): Promise<Map<string, StoredRow[]>> {
  const made = new Map<string, StoredRow[]>()
  for (const e of allEntities()) {
    const all = (await db.unscoped(e).all({}, { limit: 500 })) as StoredRow[]
    const byState = new Map(all.toReversed().map(row => [row.state ?? row.status, row]))
    made.set(e.name, [...new Set([...byState.values(), ...all])].slice(0, Math.max(ROWS, Math.min(byState.size, MOST_STATES))))
  }
  return made
}
/** Requests everything as one user and collects personal values of others in the responses. */
export class Reader {
  readonly name: string
  /** `student.phone in GET /api/…` */
  readonly told = new Set<string>()
  /** Calls that succeeded. */
  readonly answered = new Set<string>()
  private readonly who: Actor
  private readonly me: Principal
  private readonly values: PersonalValues
  private readonly folder: string
  private readonly seen = new Seen()

  private constructor(name: string, who: Actor, me: Principal, values: PersonalValues, folder: string) {
    this.name = name
    this.who = who
    this.me = me
    this.values = values
    this.folder = folder
  }
  static async of({ server, tenantId }: School, name: string, who: Actor, values: PersonalValues): Promise<Reader> {
    const me = await server.core.principals.of(tenantId, who.userId)
    if (!me) throw new Error(`${name} has no account`)
    return new Reader(name, who, me, values, server.core.dataDir)
  }
  /** Scans the response of a call for personal values. */
  look(at: string, answer: unknown): void {
    for (const { field, text } of this.values.in(answer, this.me)) this.told.add(`${field} in ${at}: ${text}`)
  }
  get(url: string, query: Record<string, unknown> = {}): Promise<Answer<unknown>> {
    return this.call({ method: 'GET', url }, query)
  }
  post(url: string, body: Record<string, unknown>): Promise<Answer<unknown>> {
    return this.call({ method: 'POST', url }, body)
  }
  private async call(route: Pick<Route, 'method' | 'url'>, input: Record<string, unknown>, action?: Action): Promise<Answer<unknown>> {
    const answer = await callRoute(this.who, route, input)
    const at = nameOf(route)
    if (answer.code !== 200) {
      this.look(`${at} (${answer.code})`, [answer.data, answer.errors])
      return answer
    }
    this.answered.add(at)
    this.seen.take(route.url, answer.data)
    const type = answer.headers['content-type'] ?? ''
    if (type.includes('json')) this.look(at, action ? withoutCleared(action, answer.data) : answer.data)
    else this.look(at, type.includes('spreadsheet') ? await this.workbook(answer.raw) : type.includes('pdf') ? wordsOfPdf(answer.raw) : answer.raw.toString())
    return answer
  }
  private async workbook(content: Buffer): Promise<string[][]> {
    if (!content.length) return []
    const path = join(this.folder, `${this.name}.xlsx`)
    writeFileSync(path, content)
    return readWorkbook(path)
  }
  /** Calls an action on sample rows; required inputs that reference none of them reuse values seen earlier under the same name. */
  async act(route: ActionRoute, rows: ReadonlyMap<string, readonly StoredRow[]>, turn: number): Promise<void> {
    const { input } = aimed(route.action, e => at(rows.get(e.name) ?? [], turn)?.id)
    for (const [name, field] of Object.entries(route.action.input)) {
      const known = field.kind === 'text' && field.options.required ? at(this.seen.of(name, route.url), turn) : undefined
      if (known !== undefined && !isId(input[name])) input[name] = known
      // of a span without rows nothing is exported
      if (field.kind === 'date' && (name === 'from' || name === 'to')) input[name] = name === 'to' ? today() : addDays(today(), -SPAN_DAYS)
    }
    await this.call(route, input, route.action)
  }
  /** Calls all generic read verbs of an entity. */
  async read(service: string, e: Entity, rows: readonly StoredRow[]): Promise<void> {
    const verb = (name: string): string => `/api/${service}/${e.wire}/${name}`
    const names = shownFields(e).map(([name]) => name)
    const columns = names.join(',')
    const keyword = String(rows[0]?.[e.options.title] ?? '').slice(0, 4)
    const { code } = await this.get(verb('list'), { size: 200 })
    await this.get(verb('getSelect'), { size: 50 })
    await this.get('/api/sheet/print/issues', { bizType: e.name, bizId: rows[0]?.id })
    if (e.verbs.includes('export')) await this.export(verb('export'), e, rows)
    if (code === 403) return
    for (const query of [{ columns }, { keyword }]) await this.get(verb('list'), { size: 200, ...query })
    for (const { id } of rows) {
      await this.get(verb('getOne'), { id })
      await this.get(verb('getOne'), { id, columns })
      await this.get(verb('getSelect'), { id })
      await this.get(verb('history'), { id })
      await this.post(verb('update'), { id, version: 0 })
      await this.post(verb('reveal'), { id, fields: names, reason: '核对' })
    }
    await this.print(e, rows)
  }
  private async print(e: Entity, rows: readonly StoredRow[]): Promise<void> {
    const { data } = await this.get('/api/sheet/printTemplate/list', { entity: e.name })
    for (const { code } of (data as Array<{ code: string }> | undefined) ?? [])
      for (const { id } of rows) await this.post('/api/sheet/print/issue', { code, ids: [id], reason: '核对' })
  }
  /** Exports the whole entity, and each protected field alone: a single forbidden field would make the whole export fail. */
  private async export(url: string, e: Entity, rows: readonly StoredRow[]): Promise<void> {
    const fields = shownFields(e)
    const header = (some: typeof fields): Record<string, string> => Object.fromEntries(some.map(([name, f]) => [name, f.label]))
    const params = { 'id.in': rows.map(r => r.id).join() }
    const whole = [header(fields.filter(([, f]) => f.options.sensitivity !== 'S2')), ...fields.filter(([, f]) => f.options.sensitivity).map(one => header([one]))]
    for (const one of whole) await this.post(url, { params, header: one, reason: '核对' })
  }
  /** Query tool: all fields it offers, and those it does not. */
  async query(columnsOf: (subject: string) => readonly string[]): Promise<void> {
    const { data } = await this.get('/api/query/savedQuery/subjects')
    for (const { code, fields } of (data as Array<{ code: string; fields: Array<{ path: string }> }> | undefined) ?? []) {
      const paths = [...new Set([...fields.map(f => f.path), ...columnsOf(code)])]
      for (let from = 0; from < paths.length; from += 10) await this.ask(code, paths.slice(from, from + 10))
      for (const path of columnsOf(code)) await this.ask(code, [path])
    }
  }
  private async ask(subject: string, columns: readonly string[]): Promise<void> {
    await this.post('/api/query/savedQuery/run', { subject, spec: { columns }, reason: '核对', size: 200 })
  }
}
const at = <T>(all: readonly T[], turn: number): T | undefined => (all.length ? all[turn % all.length] : undefined)
const isId = (value: unknown): boolean => typeof value === 'string' && value.length === 36

/** The response of an action, without fields its declaration reveals on purpose. */
function withoutCleared({ output, many }: Action, data: unknown): unknown {
  if (typeof output === 'string') return data
  const one = (value: unknown): unknown => (isField(output) ? ofField(output, value) : ofFields(output, value))
  return many && Array.isArray(data) ? data.map(one) : one(data)
}
function ofField({ kind, options }: Field, value: unknown): unknown {
  if (options.clear) return null
  if (kind === 'shape') return ofFields(options.fields ?? {}, value)
  const { of } = options
  return kind === 'list' && of && Array.isArray(value) ? value.map(one => ofField(of, one)) : value
}
const ofFields = (fields: Fields, value: unknown): unknown =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fields[name] ? ofField(fields[name], one) : one])) : value
