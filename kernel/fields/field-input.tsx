import type { ComponentType } from 'react'
import type { Field } from '#model'

/** Attributes of the control. */
export interface Control {
  id: string
  disabled: boolean
  status: '' | 'error'
  placeholder?: string
  'aria-describedby'?: string
  'aria-required'?: boolean
  'aria-invalid'?: boolean
}
export interface InputProps {
  control: Control
  field: Field
  value: unknown
  onChange: (value: unknown) => void
  /** Title of the referenced row, if known. */
  label?: string | null | undefined
  /** Restricts the offered rows of a reference. */
  where?: Readonly<Record<string, string | null | undefined>> | undefined
  /** Input of the items of a list. */
  inner: (field: Field) => FieldInput
}
/** How a kind of field is entered in forms. */
export interface FieldInput {
  Input: ComponentType<InputProps>
  /** The phone's own picker: wheels and lists people know, at no cost to load. */
  Phone?: ComponentType<InputProps>
  /** Fields of the kind for which it serves; without it all. */
  isForPhone?: (field: Field) => boolean
  /** Several values at once, for lists. */
  Many?: ComponentType<InputProps>
}
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
/** A code, id or time; null if there is none. */
export const codeOf = (value: unknown): string | null => textOf(value) || null
export const listOf = (value: unknown): string[] => (Array.isArray(value) ? (value as string[]) : [])
