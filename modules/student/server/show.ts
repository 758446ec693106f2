import { entityNamed, type Field, hasEntity } from '#model'
import type { Db } from '#server/context.ts'
import { mask } from '#server/data/mask.ts'
import { itemsOf } from '#server/params/dictionaries.ts'
import { student } from '../model/student.ts'

const fields: Readonly<Record<string, Field>> = student.fields
/** Display values for messages: labels for codes and ids, personal values masked. */
export async function shower(db: Db, names: Iterable<string>): Promise<(field: string, value: unknown) => unknown> {
  const words = new Map<string, (value: string) => string | undefined>()
  for (const name of names) {
    const options = fields[name]?.options
    if (options?.dictionary) {
      const items = await itemsOf(db, options.dictionary.code)
      words.set(name, value => items.get(value)?.dictionaryValue)
    } else if (options?.to && hasEntity(options.to) && entityNamed(options.to).options.cached) {
      const to = entityNamed(options.to)
      const rows = (await db.cached(to)) as unknown as ReadonlyMap<string, Record<string, unknown>>
      words.set(name, value => rows.get(value)?.[to.options.title] as string | undefined)
    }
  }
  return (name, value) => {
    if (value === null || value === undefined || value === '') return '空'
    const field = fields[name]
    if (field?.options.sensitivity) return mask(field, value)
    return words.get(name)?.(String(value)) ?? value
  }
}
