import { type Field, type Fields, Refusal, VALUE_TEXTS } from '#model'
import type { Db } from '#server/context.ts'
import { hasItem } from '#server/params/dictionaries.ts'

/** Dictionary codes in an action's input must be enabled items; record verbs check this themselves. */
export async function checkCodes(db: Db, fields: Fields, values: Readonly<Record<string, unknown>>): Promise<void> {
  const coded = Object.entries(values).flatMap(([name, value]): Array<[string, Field, string]> => {
    const field = fields[name]
    return field?.kind === 'dict' && typeof value === 'string' ? [[name, field, value]] : []
  })
  const known = await Promise.all(coded.map(([, field, value]) => hasItem(db, field.options.dictionary?.code ?? '', value)))
  const issues = coded.filter((_, i) => !known[i]).map(([field, { label }, value]) => ({ field, rule: 'value.choice', text: VALUE_TEXTS.choice, values: { label, value } }))
  if (issues.length) throw new Refusal(422, issues)
}
