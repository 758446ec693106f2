import type { Fact } from '#flow/index.ts'
import { type FlowSubject, factsOf } from '#flow/index.ts'
import type { Db, Lang } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { itemsOf } from '#server/params/dictionaries.ts'

/** A fact with the items of its code set, as the school maintains them, as choices. */
export async function choicesOf(db: Db, fact: Fact): Promise<Fact> {
  if (!fact.dictionary) return fact
  const items = [...(await itemsOf(db, fact.dictionary)).values()].sort((a, b) => a.sort - b.sort)
  return { ...fact, choices: Object.fromEntries(items.map(i => [i.dictionaryKey, i.dictionaryValue])) }
}
/** Facts available to conditions of a kind of application, labelled from the school's code sets. */
export const wordedFacts = (db: Db, subject: Pick<FlowSubject, 'entity' | 'form' | 'facts'>): Promise<readonly Fact[]> =>
  Promise.all(factsOf(subject).map(fact => choicesOf(db, fact)))
export const labelsIn = (lang: Lang, labels: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(labels).map(([key, label]) => [key, translate(lang, label)]))
/** A fact in the reader's language. */
export const factIn = (lang: Lang, { name, label, type, from, choices, entity, unit, group }: Fact) => ({
  name,
  type,
  from,
  label: translate(lang, label),
  choices: choices ? labelsIn(lang, choices) : null,
  entity: entity ?? null,
  unit: unit ? translate(lang, unit) : null,
  group: group ? translate(lang, group) : null,
})
