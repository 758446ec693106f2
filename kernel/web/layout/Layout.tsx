import type { HTMLAttributes, ReactNode } from 'react'
import { classes } from './classes.ts'
import style from './layout.module.css'

/** A step of the spacing scale: 4, 8, 12, 16, 20, 24 px. */
type Space = 0 | 1 | 2 | 3 | 4 | 5 | 6
interface BoxProps extends Pick<HTMLAttributes<HTMLElement>, 'aria-label' | 'role' | 'id' | 'title' | 'onSubmit'> {
  as?: 'div' | 'section' | 'header' | 'footer' | 'nav' | 'span' | 'p' | 'form'
  gap?: Space
  /** What the page adds to it. */
  className?: string | undefined
  children: ReactNode
}
const space = (gap: Space): string => (gap ? `var(--space-${gap})` : '0')

/** One below the other. */
export const Stack = ({ as: Tag = 'div', gap = 4, className, ...rest }: BoxProps) => <Tag {...rest} className={classes(style.stack, className)} style={{ gap: space(gap) }} />
interface RowProps extends BoxProps {
  /** Where the row has room to spare: at its end, between its parts, or before them. */
  spread?: 'start' | 'between' | 'end'
}
/** Side by side, in further lines if there is no room. */
export const Row = ({ as: Tag = 'div', gap = 2, spread = 'start', className, ...rest }: RowProps) => (
  <Tag {...rest} className={classes(style.row, spread === 'between' && style.ends, spread === 'end' && style.end, className)} style={{ gap: space(gap) }} />
)
interface ColumnsProps extends BoxProps {
  /** Narrowest column in pixels. */
  min: number
  /** Keep the width of a column when there are few. */
  isFixed?: boolean
  /** All as high as the highest. */
  isEven?: boolean
}
/** As many columns of equal width as there is room for. */
export const Columns = ({ as: Tag = 'div', min, gap = 4, isFixed, isEven, className, ...rest }: ColumnsProps) => (
  <Tag
    {...rest}
    className={classes(style.columns, isEven && style.even, className)}
    style={{ gap: space(gap), gridTemplateColumns: `repeat(auto-${isFixed ? 'fill' : 'fit'}, minmax(min(100%, ${min}px), 1fr))` }}
  />
)
