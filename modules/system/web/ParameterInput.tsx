import { Input, InputNumber, Select, Switch } from 'antd'
import { TriangleAlert } from 'lucide-react'
import { tAny } from '#web/i18n/every-module.ts'
import { t } from '#web/i18n/index.ts'
import type { ParameterValue, ParameterView } from '../model/params.ts'
import style from './system.module.css'

interface Props {
  of: ParameterView
  id: string
  value: ParameterValue
  disabled: boolean
  onChange: (value: ParameterValue) => void
}
/** Display text of a parameter: label of a choice or switch, otherwise the value. */
export function valueText(of: Pick<ParameterView, 'kind' | 'choices' | 'unit'>, value: ParameterValue): string {
  if (value === null || value === '') return '—'
  if (of.kind === 'switch') return value ? t('开启') : t('关闭')
  if (of.kind === 'choice') return tAny(of.choices?.[String(value)] ?? String(value))
  return of.unit ? `${String(value)} ${tAny(of.unit)}` : String(value)
}
/** One parameter: name, input, range, description, when it takes effect, and whether its value is risky. */
export function ParameterInput({ of, id, value, disabled, onChange }: Props) {
  const notes = [
    of.help ? tAny(of.help) : '',
    of.min !== null && of.max !== null ? t('可设 {{min}} 至 {{max}}', { min: of.min, max: of.max }) : '',
    of.legalMin ? t('法律要求不低于 {{min}}（{{source}}）', { min: of.legalMin.value, source: tAny(of.legalMin.source) }) : '',
    of.initial === null || of.initial === '' ? '' : t('默认 {{value}}', { value: valueText(of, of.initial) }),
    of.effect ? tAny(of.effect) : '',
  ].filter(Boolean)
  return (
    <div className={style.param}>
      <label htmlFor={id}>{tAny(of.label)}</label>
      <div>
        <Control of={of} id={id} value={value} disabled={disabled} onChange={onChange} />
        <small id={`${id}-notes`}>{notes.join(t('；'))}</small>
        {of.isRisky ? (
          <small className={style.risk}>
            <TriangleAlert size={14} />
            {tAny(of.risky ?? '')}
          </small>
        ) : null}
      </div>
    </div>
  )
}
function Control({ of, id, value, disabled, onChange }: Props) {
  const common = { id, disabled, 'aria-label': tAny(of.label), 'aria-describedby': `${id}-notes` }
  if (of.kind === 'switch') return <Switch {...common} checked={value === true} onChange={onChange} />
  if (of.kind === 'choice')
    return <Select {...common} value={String(value)} options={Object.entries(of.choices ?? {}).map(([key, label]) => ({ value: key, label: t(label) }))} onChange={onChange} />
  if (of.kind === 'number')
    return <InputNumber {...common} precision={0} value={typeof value === 'number' ? value : null} suffix={of.unit ? tAny(of.unit) : null} onChange={onChange} />
  if (of.kind === 'secret') return <Input.Password {...common} autoComplete="new-password" value={String(value ?? '')} onChange={e => onChange(e.target.value)} />
  return <Input {...common} value={String(value ?? '')} onChange={e => onChange(e.target.value)} />
}
