import type { OutputOf } from '#model'
import type { readDay } from '../../model/day.ts'
import { DAY_GROUPS, type DayGroup, dayGroup } from '../../model/day-groups.ts'

export type DayItem = NonNullable<OutputOf<typeof readDay>['items'][number]>
/** What is to be done about one student, or one thing about nobody. */
export interface DayCard {
  key: string
  items: DayItem[]
}
/** Cards by group, each where its first item ranks: a student with several items is one card with all of them (60-CD4). */
export function cardsOf(items: readonly DayItem[]): Array<{ group: DayGroup; count: number; cards: DayCard[] }> {
  const cards = [...Map.groupBy(items, one => one.studentId ?? one.id)].map(([key, own]) => ({ key, items: own }))
  const byGroup = Map.groupBy(cards, card => dayGroup(card.items[0] as DayItem))
  return (Object.keys(DAY_GROUPS) as DayGroup[]).flatMap(group => {
    const own = byGroup.get(group)
    return own ? [{ group, count: own.reduce((n, card) => n + card.items.length, 0), cards: own }] : []
  })
}
