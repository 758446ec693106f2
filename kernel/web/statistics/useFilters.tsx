import { Select } from 'antd'
import type { ReactNode } from 'react'
import type { Field, Fields } from '#model'
import { t } from '#web/i18n/index.ts'
import { DictSelect } from '#web/inputs/DictSelect.tsx'
import { RefSelect } from '#web/inputs/RefSelect.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'

/** A value that the field has; anything else in an address is as if it were not there. */
const chosenIn = ({ options: { choices } }: Field, given: string | null): string | null => (given && (!choices || Object.hasOwn(choices, given)) ? given : null)

/** Filters in the page's address, by their declared fields (references, codes of a dictionary and choices), and the inputs that change them. */
export function useFilters(fields: Fields, names: readonly string[]): { chosen: Record<string, string>; inputs: ReactNode } {
  const [params, , put] = useOwnParams()
  const filters = names.flatMap(name => {
    const field = fields[name]
    return field ? [{ name, field, value: chosenIn(field, params.get(name)) }] : []
  })
  return {
    chosen: Object.fromEntries(filters.flatMap(({ name, value }) => (value ? [[name, value]] : []))),
    inputs: filters.map(({ name, field, value }) => <FilterInput key={name} field={field} value={value} onChange={next => put({ [name]: next })} />),
  }
}
interface FilterInputProps {
  field: Field
  value: string | null
  onChange: (value: string | null) => void
}
function FilterInput({ field: { label, options }, value, onChange }: FilterInputProps) {
  const named = { value, 'aria-label': t(label), placeholder: t(label) }
  if (options.to) return <RefSelect {...named} to={options.to} onChange={id => onChange(id)} />
  if (options.dictionary) return <DictSelect {...named} of={options.dictionary} onChange={onChange} />
  const choices = Object.entries(options.choices ?? {}).map(([code, text]) => ({ value: code, label: t(text) }))
  return <Select {...named} allowClear options={choices} onChange={next => onChange(next ?? null)} />
}
