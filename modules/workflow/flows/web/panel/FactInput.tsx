import { DatePicker, Input, InputNumber, Select } from 'antd'
import { useMemo } from 'react'
import type { Fact, FactValue } from '#flow/index.ts'
import { FEN } from '#model/money.ts'
import { educationLevel } from '#model/national.ts'
import { t } from '#web/i18n/index.ts'
import { useRefItems } from '#web/inputs/RefSelect.tsx'
import { fromDate, toDate } from '#web/inputs/time.ts'
import { useDict } from '#web/values/useDict.ts'

interface Offered {
  value: string
  label: string
}
/** Possible values of a fact, if enumerable. */
function useOffered(fact: Fact): readonly Offered[] | undefined {
  const levels = useDict(educationLevel)
  const place = fact.entity
  const rows = useRefItems(place ?? 'department', { size: '200' }, place !== undefined)
  return useMemo(() => {
    if (fact.choices) return Object.entries(fact.choices).map(([value, label]) => ({ value, label }))
    if (fact.name === 'applicant.educationLevel') return levels.map(level => ({ value: level.key, label: level.label }))
    return place ? (rows.data ?? []).map(row => ({ value: String(row.code ?? row.value), label: row.label })) : undefined
  }, [fact, levels, place, rows.data])
}
interface FactInputProps {
  fact: Fact
  value: FactValue | null | undefined
  disabled?: boolean
  id?: string
  onChange: (value: FactValue | null) => void
}
/** Input for a value by the fact's type. */
export function FactInput({ fact, value, disabled = false, id, onChange }: FactInputProps) {
  const offered = useOffered(fact)
  const common = { ...(id ? { id } : { 'aria-label': t('{{name}}的值', { name: fact.label }) }), disabled, className: 'flow-value' }
  if (fact.type === 'bool')
    return (
      <Select
        {...common}
        allowClear
        value={value === undefined || value === null ? null : value ? 'yes' : 'no'}
        options={[
          { value: 'yes', label: t('是') },
          { value: 'no', label: t('否') },
        ]}
        onChange={now => onChange(now ? now === 'yes' : null)}
      />
    )
  if (offered)
    return (
      <Select
        {...common}
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        value={typeof value === 'string' && value ? value : null}
        options={[...offered]}
        onChange={now => onChange(now ?? null)}
      />
    )
  if (fact.type === 'date') return <DatePicker {...common} value={fromDate(value)} onChange={day => onChange(toDate(day))} />
  if (fact.type === 'number') return <NumberInput {...common} fact={fact} value={value} onChange={onChange} />
  return <Input {...common} maxLength={200} value={typeof value === 'string' ? value : ''} onChange={e => onChange(e.target.value || null)} />
}
/** Amounts are stored in fen and typed in yuan. */
const scaleOf = (fact: Fact): number => (fact.unit === FEN ? 100 : 1)
const unitOf = (fact: Fact): string | null => (fact.unit === FEN ? t('元') : (fact.unit ?? null))
function NumberInput({ fact, value, onChange, ...rest }: Omit<FactInputProps, 'id'> & { className: string }) {
  const scale = scaleOf(fact)
  return (
    <InputNumber
      {...rest}
      suffix={unitOf(fact)}
      value={typeof value === 'number' ? value / scale : null}
      onChange={n => onChange(n === null ? null : Math.round(n * scale * 100) / 100)}
    />
  )
}
interface FactListProps {
  fact: Fact
  values: readonly FactValue[]
  disabled: boolean
  onChange: (values: FactValue[]) => void
}
/** Several values of a fact. */
export function FactList({ fact, values, disabled, onChange }: FactListProps) {
  const offered = useOffered(fact)
  const common = { 'aria-label': t('{{name}}的值', { name: fact.label }), className: 'flow-value', disabled, value: values.map(String) }
  if (offered) return <Select {...common} mode="multiple" options={[...offered]} showSearch={{ optionFilterProp: 'label' }} onChange={(next: string[]) => onChange(next)} />
  const take = (next: string[]) => onChange(fact.type === 'number' ? next.map(Number).filter(Number.isFinite) : next)
  return <Select {...common} mode="tags" open={false} suffixIcon={null} placeholder={t('输入后按回车')} onChange={take} />
}
