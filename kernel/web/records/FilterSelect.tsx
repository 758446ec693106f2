import { Select } from 'antd'
import type { Dictionary, Field } from '#model'
import { t } from '#web/i18n/index.ts'
import { RefSelect } from '#web/inputs/RefSelect.tsx'
import { useDict } from '#web/values/useDict.ts'
import type { ChoiceProps } from './ChoiceFilter.tsx'

/** The select component of `ChoiceFilter.tsx`, restoring focus and open state of the placeholder box. */
export default function FilterSelect({ filter, filters, put, focused, open, ...rest }: ChoiceProps & { focused: boolean; open: boolean }) {
  const { kind, of } = filter
  const value = filters[filter.field]
  const common = { ...rest, autoFocus: focused, defaultOpen: open }
  const title = t(filter.title)
  if (kind === 'ref')
    return <RefSelect {...common} to={of?.options.to ?? ''} role={of?.options.role} value={value} where={filter.where?.(filters) ?? {}} onChange={id => put(id ?? undefined)} />
  if (kind === 'many')
    return of?.options.dictionary ? (
      <DictMany {...common} of={of.options.dictionary} value={value} onChange={put} />
    ) : (
      <Many {...common} options={choices(of)} value={value} onChange={put} />
    )
  const options =
    kind === 'bool' ? ['1', '0'].map(key => ({ value: key, label: t('{{title}}：{{text}}', { title, text: key === '1' ? t('是') : t('否') }) })) : [...(filter.options ?? [])]
  return (
    <Select
      {...common}
      allowClear
      showSearch={kind === 'one' ? { optionFilterProp: 'label' } : false}
      value={value ?? null}
      options={options}
      onChange={v => put(v ?? undefined)}
    />
  )
}
const choices = (of: Field | undefined) => Object.entries(of?.options.choices ?? {}).map(([value, label]) => ({ value, label: t(label) }))

interface ManyProps {
  value: string | undefined
  onChange: (value: string | undefined) => void
  placeholder: string
  className: string
  autoFocus: boolean
  defaultOpen: boolean
}
const DictMany = ({ of, ...rest }: ManyProps & { of: Dictionary }) => <Many {...rest} options={useDict(of).map(i => ({ value: i.key, label: i.label }))} />
function Many({ options, value, onChange, ...rest }: ManyProps & { options: ReadonlyArray<{ value: string; label: string }> }) {
  const chosen = value?.split(',') ?? []
  const first = options.find(o => o.value === chosen[0])?.label ?? chosen[0]
  return (
    <Select
      {...rest}
      mode="multiple"
      allowClear
      maxTagCount={0}
      maxTagPlaceholder={chosen.length > 1 ? t('{{first}}（{{n}} 项）', { first, n: chosen.length }) : first}
      showSearch={options.length > 8 ? { optionFilterProp: 'label' } : false}
      popupMatchSelectWidth={false}
      value={chosen}
      options={[...options]}
      onChange={values => onChange(values.join() || undefined)}
    />
  )
}
