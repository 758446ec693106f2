import type { ReactNode } from 'react'
import type { Fields } from '#model'

export type FormValues = Readonly<Record<string, unknown>>
export interface FieldSpec {
  field: string
  /** Restricts a reference by other values: `v => ({ majorId: v.majorId })`. The field is cleared when they change. */
  where?: (values: FormValues) => Readonly<Record<string, string | null | undefined>>
  help?: ReactNode
  /** Must be filled in where it is shown, though the declaration does not demand it everywhere. */
  required?: true
  /** Custom input, for kinds without a general one. */
  render?: (props: DrawnInput) => ReactNode
  /** The field is left out while this is false. */
  when?: (values: FormValues) => boolean
}
/** Props of a custom input. */
export interface DrawnInput {
  id: string
  value: unknown
  onChange: (value: unknown) => void
  values: FormValues
  disabled: boolean
  status: '' | 'error'
  describedBy: string | undefined
}
export interface FormSection {
  title?: string
  note?: ReactNode
  fields: ReadonlyArray<string | FieldSpec>
}
/** Field names in display order, or sections of them. */
export type FormLayout = ReadonlyArray<string | FieldSpec | FormSection>

const isSection = (one: string | FieldSpec | FormSection): one is FormSection => typeof one === 'object' && 'fields' in one
const asSpec = (one: string | FieldSpec): FieldSpec => (typeof one === 'string' ? { field: one } : one)

export interface Section {
  title?: string
  note?: ReactNode
  fields: FieldSpec[]
}
/** The sections of a form; without a layout, every writable field that has a general input. */
export function sectionsOf(fields: Fields, layout: FormLayout | undefined): Section[] {
  const given = layout ?? Object.entries(fields).flatMap(([name, f]) => (f.options.readonly || f.options.computed || NO_INPUT.has(f.kind) ? [] : [name]))
  const sections: Section[] = []
  for (const one of given) {
    if (isSection(one)) sections.push({ ...(one.title ? { title: one.title } : {}), ...(one.note ? { note: one.note } : {}), fields: one.fields.map(asSpec) })
    else {
      const last = sections.at(-1)
      if (last && !last.title) last.fields.push(asSpec(one))
      else sections.push({ fields: [asSpec(one)] })
    }
  }
  return sections
}
/** Kinds without a general input; pages that show them use `render`. */
const NO_INPUT: ReadonlySet<string> = new Set(['json', 'shape'])
