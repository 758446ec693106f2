import type { Db } from '#server/context.ts'
import { itemsOf, labelsOf } from '#server/params/dictionaries.ts'
import { aidLevel } from '../model/dictionaries.ts'

/** Levels of the school by strength: 0 is the strongest. */
export async function levelOrder(db: Db): Promise<ReadonlyMap<string, number>> {
  const items = [...(await itemsOf(db, aidLevel.code)).values()].sort((a, b) => a.sort - b.sort)
  return new Map(items.map((item, n) => [item.dictionaryKey, n]))
}
/** Names of levels, and of none. */
export async function levelNames(db: Db): Promise<(level: string | null | undefined) => { text: string }> {
  const labelOf = await labelsOf(db, aidLevel)
  return level => ({ text: level ? labelOf(level) : '不困难' })
}
