import { Select } from 'antd'
import type { Dictionary } from '#model'
import { useDict } from '#web/values/useDict.ts'

interface DictSelectProps {
  of: Dictionary
  value: string | null | undefined
  onChange: (code: string | null) => void
  id?: string
  disabled?: boolean
  placeholder?: string
  allowClear?: boolean
  status?: '' | 'error'
  className?: string
  'aria-label'?: string
  'aria-describedby'?: string
}
/** Select box of a dictionary. Disabled items stay readable where they are already selected. */
export function DictSelect({ of, value, onChange, allowClear = true, ...rest }: DictSelectProps) {
  const items = useDict(of)
  const options = items.filter(i => i.isEnabled || i.key === value).map(i => ({ value: i.key, label: i.label }))
  return (
    <Select
      {...rest}
      value={value ?? null}
      options={options}
      allowClear={allowClear}
      showSearch={options.length > 8 ? { optionFilterProp: 'label' } : false}
      onChange={(code: string | null) => onChange(code ?? null)}
    />
  )
}
