import { createContext } from 'react'
import type { InputOf } from '#model'
import type { people } from '../../model/statistics.ts'

export type Ask = Omit<InputOf<typeof people>, 'current' | 'size'>
/** The people behind one figure; more than one list where a figure adds several standings up. */
export interface Asked {
  title: string
  lists: ReadonlyArray<{ label: string; ask: Ask }>
}
/** Opens the list behind a figure beside the page. */
export const OpenPeople = createContext<(asked: Asked) => void>(() => {})
