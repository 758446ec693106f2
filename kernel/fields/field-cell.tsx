import type { ReactNode } from 'react'
import type { Field } from '#model'
import { State, type Tones, toneOf } from '#web/feedback/State.tsx'

/** A value to show: neither missing nor an empty list. */
export interface Shown {
  field: Field
  value: unknown
  /** Title of the row that a reference names, or of those that a list of references names. */
  name?: unknown
  /** Colours of codes; a column's own come before those of the field's states. */
  tones?: Tones | undefined
  fieldName?: string | undefined
  /** Shows an item of a list. */
  inner: (field: Field, value: unknown) => ReactNode
}
/** How a kind of field is shown in tables and details. */
export type FieldCell = (shown: Shown) => ReactNode

/** Of kinds that are shown as they are. */
export const plain: FieldCell = ({ value }) => (typeof value === 'object' ? JSON.stringify(value) : String(value))

/** The label of a code, coloured where it is a state. */
export function labelled({ value, tones, field, fieldName }: Shown, label: string): ReactNode {
  const colours = tones ?? field.options.states?.tones
  const isState = colours !== undefined || /^(state|status)$/.test(fieldName ?? '')
  return isState ? <State tone={toneOf(String(value), colours)}>{label}</State> : label
}
