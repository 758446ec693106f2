import type { Fact } from '#model/flow/index.ts'
import { type FlowSubject, factsOf } from '#model/flow/index.ts'
import type { Db } from '#server/context.ts'
import { itemsOf } from '#server/params/dictionaries.ts'

/** Facts available to conditions of a kind of application, labelled from the school's code sets. */
export const wordedFacts = (db: Db, subject: Pick<FlowSubject, 'entity' | 'form' | 'facts'>): Promise<readonly Fact[]> =>
  Promise.all(
    factsOf(subject).map(async fact => {
      if (!fact.dictionary) return fact
      const items = [...(await itemsOf(db, fact.dictionary)).values()].sort((a, b) => a.sort - b.sort)
      return { ...fact, choices: Object.fromEntries(items.map(i => [i.dictionaryKey, i.dictionaryValue])) }
    }),
  )
