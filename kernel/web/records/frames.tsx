import type { ReactNode, Ref } from 'react'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { classes } from '#web/layout/classes.ts'
import style from './frames.module.css'

interface FrameProps {
  ref?: Ref<HTMLElement>
  children: ReactNode
}
/** Sheet of a list: its filters, its rows, its pager. Keys of lists act in the first one in sight. */
export const ListFrame = ({ ref, children }: FrameProps) => (
  <Sheet as="div" isBare className={style.list} ref={ref} data-list>
    {children}
  </Sheet>
)
/** Line above the rows that moves while they are asked for again. */
export const Refetching = ({ is }: { is: boolean }) => <i className={classes(style.refetch, is && style.moving)} data-refetching={is || undefined} />

/** Sheet of a tree, or of another short list from which a page chooses; `label` makes it a landmark. */
export const TreeFrame = ({ label, ref, children }: FrameProps & { label?: string }) => (
  <Sheet as={label ? 'nav' : 'div'} label={label} isBare className={style.tree} ref={ref} data-tree>
    {children}
  </Sheet>
)
/** What finds in the tree and adds to it. */
export const TreeHead = ({ children }: { children: ReactNode }) => <div className={style.treeHead}>{children}</div>

/** A tree at the left, what it chooses at the right; one below the other on phones. */
export const Beside = ({ className, children }: { className?: string | undefined; children: ReactNode }) => <div className={classes(style.beside, className)}>{children}</div>
