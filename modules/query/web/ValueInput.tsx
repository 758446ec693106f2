import { DatePicker, Input, InputNumber, Select } from 'antd'
import dayjs from 'dayjs'
import { dictionaries } from '#model'
import { tAny } from '#web/i18n/every-module.ts'
import { t } from '#web/i18n/index.ts'
import { RefSelect } from '#web/inputs/RefSelect.tsx'
import { classes } from '#web/layout/classes.ts'
import { useDict } from '#web/values/useDict.ts'
import { type FieldCondition, PERIODS } from '../model/spec.ts'
import style from './query.module.css'
import type { SubjectField } from './useSubjects.ts'

type Value = FieldCondition['value']
interface Props {
  field: SubjectField
  op: FieldCondition['op']
  value: Value
  onChange: (value: Value) => void
}
/** Value input matching the field. */
export function ValueInput({ field, op, value, onChange }: Props) {
  const label = t('值')
  if (op === 'isNull' || op === 'notNull') return null
  if (op === 'period')
    return (
      <Select
        aria-label={label}
        className={classes(style.value)}
        value={typeof value === 'string' ? value : null}
        onChange={onChange}
        options={Object.entries(PERIODS).map(([key, words]) => ({ value: key, label: tAny(words) }))}
      />
    )
  if (field.kind === 'dict') return <DictValue code={field.dictionary ?? ''} op={op} value={value} onChange={onChange} />
  if (field.kind === 'choice' || field.kind === 'bool') return <Choice options={optionsOf(field)} op={op} value={value} onChange={onChange} />
  if (field.kind === 'ref' && field.to && op !== 'in')
    return <RefSelect aria-label={label} className={classes(style.value)} to={field.to} value={typeof value === 'string' ? value : null} onChange={id => onChange(id ?? '')} />
  if (field.kind === 'date' || field.kind === 'datetime')
    return (
      <DatePicker
        aria-label={label}
        className={classes(style.value)}
        value={typeof value === 'string' && value ? dayjs(value) : null}
        onChange={day => onChange(day ? day.format('YYYY-MM-DD') : '')}
      />
    )
  if (op === 'in')
    return (
      <Select
        aria-label={label}
        className={classes(style.value)}
        mode="tags"
        open={false}
        suffixIcon={null}
        placeholder={t('输入后按回车')}
        value={Array.isArray(value) ? value.map(String) : []}
        onChange={onChange}
      />
    )
  if (field.kind === 'integer' || field.kind === 'decimal' || field.kind === 'money') {
    const scale = field.kind === 'money' ? 100 : 1
    return (
      <InputNumber
        aria-label={label}
        className={classes(style.value)}
        value={typeof value === 'number' ? value / scale : null}
        onChange={n => onChange(n === null ? '' : Math.round(n * scale * 100) / 100)}
        suffix={field.kind === 'money' ? t('元') : null}
      />
    )
  }
  return <Input aria-label={label} className={classes(style.value)} value={typeof value === 'string' ? value : ''} onChange={e => onChange(e.target.value)} />
}
const optionsOf = (field: SubjectField): Array<{ value: string; label: string }> =>
  field.kind === 'bool'
    ? [
        { value: 'true', label: t('是') },
        { value: 'false', label: t('否') },
      ]
    : Object.entries(field.choices ?? {}).map(([value, label]) => ({ value, label }))
function Choice({ options, op, value, onChange }: { options: Array<{ value: string; label: string }> } & Omit<Props, 'field'>) {
  const many = op === 'in'
  return many ? (
    <Select aria-label={t('值')} className={classes(style.value)} mode="multiple" options={options} value={Array.isArray(value) ? value.map(String) : []} onChange={onChange} />
  ) : (
    <Select
      aria-label={t('值')}
      className={classes(style.value)}
      showSearch={{ optionFilterProp: 'label' }}
      options={options}
      value={value === undefined ? null : String(value)}
      onChange={onChange}
    />
  )
}
function DictValue({ code, ...props }: { code: string } & Omit<Props, 'field'>) {
  const known = dictionaries().find(d => d.code === code)
  return known ? (
    <KnownDict of={known} {...props} />
  ) : (
    <Input className={classes(style.value)} aria-label={t('值')} value={String(props.value ?? '')} onChange={e => props.onChange(e.target.value)} />
  )
}
function KnownDict({ of, ...props }: { of: NonNullable<ReturnType<typeof dictionaries>[number]> } & Omit<Props, 'field'>) {
  const items = useDict(of)
  return <Choice options={items.map(i => ({ value: i.key, label: i.label }))} {...props} />
}
