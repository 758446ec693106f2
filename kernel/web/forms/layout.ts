import type { ReactNode } from 'react'
import type { Action, Entity, Fields } from '#model'

export type FormValues = Readonly<Record<string, unknown>>
export interface FieldSpec<N extends string = string> {
  field: N
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
export interface FormSection<N extends string = string> {
  title?: string
  note?: ReactNode
  fields: ReadonlyArray<N | FieldSpec<N>>
}
/** Field names in display order, or sections of them. */
export type FormLayout<N extends string = string> = ReadonlyArray<N | FieldSpec<N> | FormSection<N>>
/** Layout of the form of an entity or an action: it names their fields and no others. */
export type LayoutOf<T extends Pick<Entity, 'fields'> | Pick<Action, 'input'>> = FormLayout<
  (T extends Pick<Entity, 'fields'> ? keyof T['fields'] : T extends Pick<Action, 'input'> ? keyof T['input'] : never) & string
>

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
