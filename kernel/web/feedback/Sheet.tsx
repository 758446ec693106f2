import type { HTMLAttributes, ReactNode, Ref } from 'react'
import { classes } from '#web/layout/classes.ts'
import style from './sheet.module.css'

interface SheetProps extends Pick<HTMLAttributes<HTMLElement>, 'id' | 'role'> {
  as?: 'section' | 'div' | 'article' | 'aside' | 'nav' | 'fieldset' | 'ul' | 'li' | 'p'
  /** Its heading, which also names it. */
  title?: string
  /** What names it where no heading does. */
  label?: string | undefined
  /** A fact about all of it, beside its heading. */
  note?: ReactNode
  /** Buttons and choices at the end of the line of its heading. */
  actions?: ReactNode
  /** Lists and tables reach its edges: neither padding nor space between its parts. */
  isBare?: boolean
  /** One of several that the reader was led to. */
  isNamed?: boolean | undefined
  /** What the page adds to it. */
  className?: string | undefined
  ref?: Ref<HTMLElement> | undefined
  children: ReactNode
}
/** A sheet of the page: what belongs together, with its heading, one part below the other. */
export const Sheet = ({ as = 'section', title, label = title, note, actions, isBare = false, isNamed, className, ref, children, ...rest }: SheetProps) => {
  // one type for all of them: they differ in nothing that is passed on
  const Tag = as as 'section'
  return (
    <Tag {...rest} ref={ref} aria-label={label} data-named={isNamed || undefined} className={classes(style.sheet, !isBare && style.padded, className)}>
      {title === undefined ? null : note || actions ? (
        <header className={style.head}>
          <h2>{title}</h2>
          {note ? <small>{note}</small> : null}
          {actions ? <div>{actions}</div> : null}
        </header>
      ) : (
        <h2>{title}</h2>
      )}
      {children}
    </Tag>
  )
}
