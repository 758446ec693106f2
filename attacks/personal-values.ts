import { allEntities, type Entity, type Field, storedFields } from '#model'
import type { Principal } from '#server/context.ts'
import { columnsOf } from '#server/data/columns.ts'
import { isOwn } from '#server/data/present.ts'
import { sql } from '#testing/database.ts'
import type { School } from '#testing/school.ts'

/** A personal or sensitive value of a school, unmasked. */
export interface PersonalValue {
  text: string
  /** `student.phone` */
  field: string
  entity: Entity
  row: Readonly<Record<string, unknown>>
}
/** Shorter values occur elsewhere by chance. */
const SHORTEST = 6
/** Kinds with a distinguishable text; ids and booleans are not. */
const WRITTEN: ReadonlySet<Field['kind']> = new Set(['text', 'rich', 'dict', 'integer', 'decimal', 'money', 'json', 'list', 'shape'])

/** Personal and sensitive fields of an entity with distinguishable values. */
export const personalFields = (e: Entity): Array<[string, Field]> => storedFields(e).filter(([, f]) => f.options.sensitivity && !f.options.secret && WRITTEN.has(f.kind))

/** Writes a unique value into each personal field that is empty or not distinguishable, for every row. Returns the fields where that was impossible. */
export async function plantValues({ server, tenantId, db }: School): Promise<string[]> {
  const failed: string[] = []
  for (const e of allEntities()) {
    const plants = personalFields(e).flatMap(([name, field]) => plantsOf(e, name, field))
    if (!plants.length) continue
    // one statement for the fields of an entity: tables of attendance have a hundred thousand rows
    const write = (some: readonly Plant[]) => sql(server.core.url, plantSql(columnsOf(e).table, some), [tenantId])
    await write(plants).catch(async () => {
      for (const plant of plants) await write([plant]).catch((error: Error) => failed.push(`${e.name}.${plant.name}: ${error.message}`))
    })
    await db.changed(e)
  }
  return failed
}
interface Plant {
  name: string
  column: string
  /** SQL of the new value, and of the condition that the old one cannot be told from others. */
  made: string
  isPoor: string
}
function plantsOf(e: Entity, name: string, field: Field): Plant[] {
  const made = plantOf(e, name, field)
  const column = `"${columnsOf(e).of.get(name)}"`
  const isPoor = field.kind === 'text' || field.kind === 'dict' ? `(${column} is null or length(${column}) < ${SHORTEST})` : 'true'
  return made ? [{ name, column, made, isPoor }] : []
}
const plantSql = (table: string, plants: readonly Plant[]): string =>
  `update ${table} set ${plants.map(p => `${p.column} = case when ${p.isPoor} then ${p.made} else ${p.column} end`).join(', ')} where tenant_id = $1 and (${plants.map(p => p.isPoor).join(' or ')})`
/** SQL expression of a unique value per row and field; undefined if the field is too short. */
function plantOf(e: Entity, name: string, { kind, options }: Field): string | undefined {
  if (options.encrypted) return undefined
  const hex = `md5(id::text || '${e.name}.${name}')`
  const number = `(('x' || left(${hex}, 7))::bit(28)::bigint)`
  if (kind === 'integer' || kind === 'money') return (options.max ?? MOST_INTEGER) < MOST_INTEGER ? undefined : `${LEAST_PLANTED} + ${number}`
  // above 60, or it could match the seconds of a time; a sixth decimal that is never 0, or it could match a score
  if (kind === 'decimal') return `71 + (${number} % 90000 * 10 + 100001) / 1000000.0`
  if (kind === 'json') return `jsonb_build_array(jsonb_build_object('at', now(), 'note', '密' || ${hex}))`
  if (options.format === 'phone' || options.format === 'mobile') return `'17' || lpad((${number})::text, 9, '0')`
  if (options.format === 'email') return `left(${hex}, 12) || '@example.edu.cn'`
  return kind === 'dict' || kind === 'text' ? `left('密' || ${hex}, ${Math.min(options.max ?? 12, 12)})` : undefined
}
const MOST_INTEGER = 2_000_000_000
const LEAST_PLANTED = 700_000_000
/** Index of the personal values of a school. */
export class PersonalValues {
  private readonly byStart = new Map<string, PersonalValue[]>()
  private readonly texts = new Map<string, PersonalValue[]>()
  /** Values that occur in unprotected fields, with one such field each. */
  private readonly open = new Map<string, string>()
  /** Texts that tell a person nothing: the same rows come in many answers. */
  private readonly innocent = new Map<Principal | undefined, Set<string>>()

  private constructor() {}
  static async of(school: School): Promise<PersonalValues> {
    const made = new PersonalValues()
    for (const entity of allEntities()) {
      const protectedNames = personalFields(entity).map(([name]) => name)
      const openNames = storedFields(entity).flatMap(([name, f]) => (f.options.sensitivity || f.options.secret || !WRITTEN.has(f.kind) ? [] : [name]))
      for (const row of (await school.db.unscoped(entity).all()) as Array<Record<string, unknown>>) {
        for (const name of protectedNames) for (const text of leavesOf(row[name])) made.add({ text, field: `${entity.name}.${name}`, entity, row })
        for (const name of openNames) for (const text of leavesOf(row[name])) made.open.set(text, `${entity.name}.${name}`)
      }
    }
    return made
  }
  private add(value: PersonalValue): void {
    if (value.text.length < SHORTEST) return
    const same = this.texts.get(value.text)
    if (same) return void same.push(value)
    this.texts.set(value.text, [value])
    const start = value.text.slice(0, SHORTEST)
    const begun = this.byStart.get(start)
    if (begun) begun.push(value)
    else this.byStart.set(start, [value])
  }
  /** Pairs of a protected field and an unprotected field of another entity that contain the same value. */
  get alsoOpen(): string[] {
    const pairs = [...this.texts].flatMap(([text, all]) => (this.open.has(text) ? all.map(v => `${v.field} stands in ${this.open.get(text)}`) : []))
    return [...new Set(pairs)].sort()
  }
  get fields(): ReadonlySet<string> {
    return new Set([...this.texts.values()].flat().map(v => v.field))
  }
  /** Other people's values found in a response. */
  in(answer: unknown, me: Principal | undefined): PersonalValue[] {
    const innocent = this.innocent.get(me) ?? new Set<string>()
    this.innocent.set(me, innocent)
    const found = new Set<PersonalValue>()
    for (const text of leavesOf(answer)) {
      if (innocent.has(text)) continue
      const told = this.inText(text, me)
      for (const value of told) found.add(value)
      if (!told.length) innocent.add(text)
    }
    return [...found]
  }
  private inText(text: string, me: Principal | undefined): PersonalValue[] {
    const found: PersonalValue[] = []
    for (let at = 0; at + SHORTEST <= text.length; at++)
      for (const value of this.byStart.get(text.slice(at, at + SHORTEST)) ?? [])
        if (standsAt(text, at, value.text) && !this.open.has(value.text) && !this.isOwn(value.text, me)) found.push(value)
    return found
  }
  private isOwn(text: string, me: Principal | undefined): boolean {
    return me !== undefined && (this.texts.get(text) ?? []).some(v => isOwn(me, v.entity, v.row))
  }
}
/** A number must not match inside a longer one or inside the hexadecimal text of an id or a hash. */
const standsAt = (text: string, at: number, wanted: string): boolean =>
  text.startsWith(wanted, at) && !(/^[\d.]+$/.test(wanted) && (/[\da-f.]/.test(text[at - 1] ?? '') || /[\da-f]/.test(text[at + wanted.length] ?? '')))
/** All texts and numbers in a value, as text. */
function* leavesOf(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'number') yield String(value)
  else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) yield* leavesOf(one)
}
