import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { classes } from '#web/layout/classes.ts'
import { formatNumber } from '#web/values/format.ts'
import style from './figures.module.css'
import { Sheet } from './Sheet.tsx'

export interface FigureProps {
  label: string
  value: number | string
  /** Address of the list behind the number. */
  to?: string
}
export function Figure({ label, value, to }: FigureProps) {
  const shown = (
    <>
      <small>{label}</small>
      <b>{typeof value === 'number' ? formatNumber(value) : value}</b>
    </>
  )
  return to ? <Link to={to}>{shown}</Link> : <div>{shown}</div>
}
/** Row of key figures. */
export const Figures = ({ label, className, children }: { label: string; className?: string | undefined; children: ReactNode }) => (
  <Sheet label={label} isBare className={classes(style.figures, className)}>
    {children}
  </Sheet>
)
