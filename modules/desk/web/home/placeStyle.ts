import type { CSSProperties } from 'react'
import type { Place } from '../../model/grid.ts'

/** Grid position of a widget as CSS. */
export const placeStyle = ({ x, y, w, h }: Omit<Place, 'widget'>): CSSProperties => ({
  gridColumn: `${x + 1} / span ${w}`,
  gridRow: `${y + 1} / span ${h}`,
})
