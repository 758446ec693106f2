import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatNumber } from '#web/values/format.ts'

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
export const Figures = ({ label, children }: { label: string; children: ReactNode }) => (
  <section className="ql-sheet ql-figures" aria-label={label}>
    {children}
  </section>
)
