import type { FilterKind } from '#fields/field-model.ts'
import { MODELS } from '#fields/models.ts'
import { type Entity, type Field, filteredBy } from '#model'

export interface FilterSpec {
  field: string
  title?: string
  /** Options for fields without a list of their own: grades, years. */
  options?: ReadonlyArray<{ value: string; label: string }>
  /** Restricts a reference by the other filters: the classes of the selected major. */
  where?: (filters: Readonly<Record<string, string>>) => Readonly<Record<string, string | undefined>>
}
export interface Filter extends FilterSpec {
  title: string
  kind: FilterKind | 'one'
  of: Field | undefined
}
/** The field a filter is on. */
export const filteredField = (one: string | FilterSpec): string => (typeof one === 'string' ? one : one.field)
/** Filter type of a field. */
export function filterKind(field: Field | undefined, spec: FilterSpec): Filter['kind'] {
  if (spec.options) return 'one'
  return field ? MODELS[field.kind].filter : 'text'
}
export const resolveFilters = (of: Entity, given: ReadonlyArray<string | FilterSpec>): Filter[] =>
  given.map(one => {
    const spec = typeof one === 'string' ? { field: one } : one
    const field = filteredBy(of, spec.field)
    return { ...spec, title: spec.title ?? field?.label ?? spec.field, kind: filterKind(field, spec), of: field }
  })
/** The first five filters are inline, the others behind 更多筛选. */
export const INLINE = 5
/** The filters without those of this field. */
export function without(filters: Readonly<Record<string, string>>, field: string): Record<string, string> {
  return Object.fromEntries(Object.entries(filters).filter(([key]) => key !== field && key !== `${field}.ge` && key !== `${field}.le`))
}
export function withValues(filters: Readonly<Record<string, string>>, field: string, values: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const next = without(filters, field)
  for (const [key, value] of Object.entries(values)) if (value) next[key] = value
  return next
}
export const isSet = (filters: Readonly<Record<string, string>>, field: string): boolean => Boolean(filters[field] || filters[`${field}.ge`] || filters[`${field}.le`])
