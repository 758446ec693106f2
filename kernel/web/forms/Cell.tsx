import type { ReactNode } from 'react'
import { CELLS } from '#fields/cells.tsx'
import type { Shown } from '#fields/field-cell.tsx'
import type { Field } from '#model'
import { isMissing, MISSING } from '#web/values/format.ts'

/** A value formatted by the kind of its field. */
export function Value(props: Omit<Shown, 'inner'>): ReactNode {
  const { field, value } = props
  if (isMissing(value) || (Array.isArray(value) && !value.length)) return <span className="ql-quiet">{MISSING}</span>
  return CELLS[field.kind]({ ...props, inner })
}
const inner = (field: Field, value: unknown): ReactNode => <Value field={field} value={value} />
