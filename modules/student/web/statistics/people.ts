import { createContext } from 'react'
import type { InputOf } from '#model'
import type { people } from '../../model/statistics.ts'

export type Ask = Omit<InputOf<typeof people>, 'current' | 'size'>
/** Query for the students behind a figure; several lists where a figure sums several statuses. */
export interface OpenLists {
  title: string
  lists: ReadonlyArray<{ label: string; ask: Ask }>
}
/** Opens the list behind a figure in a side panel. */
export const OpenPeople = createContext<(asked: OpenLists) => void>(() => {})
