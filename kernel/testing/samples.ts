import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { MODELS } from '#fields/models.ts'
import { type Entity, entityNamed, type Field, givenFields, hasEntity } from '#model'
import type { Db } from '#server/context.ts'
import { foldersOf, ROOT } from '#server/registry/registry.ts'

let counter = 1000
const next = (): number => ++counter
/** A valid value of a field that is no reference; a reference gets a random id that no row has. */
export const sampleValue = (field: Field): unknown => MODELS[field.kind].example(field, next())
/** Values required by an entity's own constraints, by entity; modules keep them in `sample-rows.ts`. */
export type SampleRows = Readonly<Record<string, (n: number, db: Db) => Record<string, unknown> | Promise<Record<string, unknown>>>>
const special = new Map<string, SampleRows[string]>()
export async function loadSamples(modules: readonly string[]): Promise<void> {
  for (const folder of modules.flatMap(module => foldersOf(join(ROOT, 'modules', module)))) {
    const file = join(folder, 'sample-rows.ts')
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
    draft[name] = field.kind === 'ref' ? await referenced(db, field) : sampleValue(field)
  }
  for (const [name, field] of Object.entries(e.fields))
    if (field.options.readonly && !field.options.computed && field.options.required && !(name in given))
      draft[name] = field.kind === 'ref' ? await referenced(db, field) : sampleValue(field)
  return (await db.insert(e, { ...draft, ...given } as never)) as { id: string; version: number } & Record<string, unknown>
}
async function referenced(db: Db, field: Field): Promise<string | null> {
  const to = field.options.to ?? ''
  return hasEntity(to) ? (await sampleRow(db, entityNamed(to))).id : null
}
