import type { ComponentType } from 'react'
import type { DayItem } from './day-cards.ts'

/** What modules let one do in place, about one thing, or about the student of a card with all that is said of them. */
interface ActsFile<P> {
  default: ComponentType<P>
}
const ITEM = import.meta.glob<ActsFile<{ of: DayItem }>>('/modules/*/{web,*/web}/day/*ItemActs.tsx', { eager: true })
const STUDENT = import.meta.glob<ActsFile<{ studentId: string; of: readonly DayItem[] }>>('/modules/*/{web,*/web}/day/*StudentActs.tsx', { eager: true })
export const itemActs = Object.entries(ITEM).map(([key, { default: Acts }]) => ({ key, Acts }))
export const studentActs = Object.entries(STUDENT).map(([key, { default: Acts }]) => ({ key, Acts }))
