import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { citizenIdCheck, type Entity, entityNamed, type Field, givenFields, hasEntity } from '#model'
import type { Db } from '#server/context.ts'
import { ROOT } from '#server/registry/registry.ts'

let counter = 1000
const next = (): number => ++counter
const VALUES: Partial<Record<Field['kind'], (field: Field) => unknown>> = {
  integer: f => Math.max(f.options.min ?? 1, Math.min(f.options.max ?? 50, 3)),
  money: () => 100,
  decimal: f => Math.max(f.options.min ?? 1, Math.min(f.options.max ?? 9, 3)),
  date: () => `2020-${String((next() % 12) + 1).padStart(2, '0')}-${String((next() % 28) + 1).padStart(2, '0')}`,
  time: () => '08:30',
  datetime: () => '2026-09-01T08:00:00+08:00',
  bool: () => true,
  dict: f => f.options.dictionary?.items[0]?.key,
  choice: f => Object.keys(f.options.choices ?? {})[0],
  list: () => [],
  files: () => [],
  json: () => ({}),
  rich: () => '<p>正文</p>',
  text: textSample,
}
function textSample(f: Field): string {
  const n = String(next())
  const { format, min = 0, max = 20 } = f.options
  if (format === 'mobile' || format === 'phone') return `138${n.padStart(8, '0')}`
  if (format === 'email') return `a${n}@example.edu.cn`
  if (format === 'url') return `https://example.edu.cn/${n}`
  if (format === 'citizenId') {
    const first17 = `52010220050101${n.slice(-3).padStart(3, '0')}`
    return first17 + citizenIdCheck(first17)
  }
  if (format === 'digits') return n
  if (format === 'uuid') return randomUUID()
  return `T${n}`.padEnd(min, '字').slice(0, max)
}
/** A valid value of a field that is no reference; a reference gets a random id that no row has. */
export const sampleValue = (field: Field): unknown => (field.kind === 'ref' ? randomUUID() : VALUES[field.kind]?.(field))
/** Values required by an entity's own constraints, by entity; modules keep them in `sample-rows.ts`. */
export type SampleRows = Readonly<Record<string, (n: number, db: Db) => Record<string, unknown> | Promise<Record<string, unknown>>>>
const special = new Map<string, SampleRows[string]>()
export async function loadSamples(modules: readonly string[]): Promise<void> {
  for (const module of modules) {
    const file = join(ROOT, 'modules', module, 'sample-rows.ts')
    if (!existsSync(file)) continue
    const { default: rows } = (await import(pathToFileURL(file).href)) as { default: SampleRows }
    for (const [name, make] of Object.entries(rows)) special.set(name, make)
  }
}
/** Creates a row with all required values, its referenced rows first. Written through the data layer, bypassing the module's rules. */
export async function sampleRow(db: Db, e: Entity): Promise<{ id: string; version: number } & Record<string, unknown>> {
  const given = (await special.get(e.name)?.(next(), db)) ?? {}
  const draft: Record<string, unknown> = {}
  for (const [name, field] of givenFields(e)) {
    if (name in given || !field.options.required || field.options.initial !== undefined) continue
    draft[name] = field.kind === 'ref' ? await referenced(db, field) : VALUES[field.kind]?.(field)
  }
  for (const [name, field] of Object.entries(e.fields))
    if (field.options.readonly && !field.options.computed && field.options.required && !(name in given))
      draft[name] = field.kind === 'ref' ? await referenced(db, field) : VALUES[field.kind]?.(field)
  return (await db.insert(e, { ...draft, ...given } as never)) as { id: string; version: number } & Record<string, unknown>
}
async function referenced(db: Db, field: Field): Promise<string | null> {
  const to = field.options.to ?? ''
  return hasEntity(to) ? (await sampleRow(db, entityNamed(to))).id : null
}
