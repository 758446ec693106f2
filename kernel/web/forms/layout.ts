import type { ReactNode } from 'react'
import type { Fields } from '#model'

export type FormValues = Readonly<Record<string, unknown>>
export interface FieldSpec {
  field: string
  /** What a reference may be, given the other values: `v => ({ majorId: v.majorId })`. When those change, this one is emptied. */
  where?: (values: FormValues) => Readonly<Record<string, string | null | undefined>>
  help?: ReactNode
  /** Draws the input instead, for what no field kind draws. */
  render?: (props: DrawnInput) => ReactNode
  /** Left out while this says no. */
  when?: (values: FormValues) => boolean
}
/** What an input of one's own is handed. */
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
/** Field names in the order they are asked, or sections of them. */
export type FormLayout = ReadonlyArray<string | FieldSpec | FormSection>

const isSection = (one: string | FieldSpec | FormSection): one is FormSection => typeof one === 'object' && 'fields' in one
const asSpec = (one: string | FieldSpec): FieldSpec => (typeof one === 'string' ? { field: one } : one)

export interface Section {
  title?: string
  note?: ReactNode
  fields: FieldSpec[]
}
/** The sections of a form; without a layout every field that may be given and has an input of its own. */
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
/** Values without a general input; a page that shows them draws its own. */
const NO_INPUT: ReadonlySet<string> = new Set(['json', 'shape'])
