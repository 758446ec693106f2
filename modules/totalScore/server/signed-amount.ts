import { amountOf } from '../model/rules.ts'
import type { Item } from './post-points.ts'

/** Points of an item in hundredths, times its quantity where it is counted so; below nought where it costs points. */
export const signedAmount = ({ unit, direction }: Pick<Item, 'unit' | 'direction'>, points: number, quantity?: number | null): number =>
  amountOf(points * (unit === 'once' ? 1 : (quantity ?? 1))) * (direction === 'deduct' ? -1 : 1)
