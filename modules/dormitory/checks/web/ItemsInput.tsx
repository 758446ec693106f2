import { Button, Checkbox, Input, InputNumber, Segmented, Select } from 'antd'
import { Plus, Trash2 } from 'lucide-react'
import type { DrawnInput } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { useDict } from '#web/values/useDict.ts'
import { CHECK_AREAS, type CheckArea, type CheckItem, type CheckStep, FULL } from '../model/items.ts'
import { violationType } from '../model/violation.ts'
import style from './scheme.module.css'

const blank = (area: CheckArea, isVeto: boolean): CheckItem => ({
  code: `i${Date.now().toString(36)}`,
  name: '',
  area,
  full: isVeto ? 0 : 10,
  steps: isVeto ? [] : [{ name: '', points: 5 }],
  ...(isVeto ? { veto: true, violation: 'other', needPhoto: true } : {}),
})
/** Editor of a scheme: items with points and deductions; vetoes last. */
export function ItemsInput({ value, onChange, disabled }: DrawnInput) {
  const items: readonly CheckItem[] = Array.isArray(value) ? value : []
  const sum = items.reduce((all, i) => all + (i.full || 0), 0)
  const change = (code: string, part: Partial<CheckItem>) => onChange(items.map(i => (i.code === code ? { ...i, ...part } : i)))
  const drop = (code: string) => onChange(items.filter(i => i.code !== code))
  const row = (i: CheckItem) => <ItemRow key={i.code} item={i} isDisabled={disabled} onChange={part => change(i.code, part)} onDrop={() => drop(i.code)} />
  return (
    <div className={style.items}>
      <p role="status" className={sum === FULL ? 'ql-quiet' : 'ql-problem'}>
        {t('合计 {{sum}} 分', { sum })}
      </p>
      {items.filter(i => !i.veto).map(row)}
      <Button icon={<Plus size={15} />} disabled={disabled} onClick={() => onChange([...items, blank('public', false)])}>
        {t('加一个项目')}
      </Button>
      {items.filter(i => i.veto).map(row)}
      <Button icon={<Plus size={15} />} disabled={disabled} onClick={() => onChange([...items, blank('personal', true)])}>
        {t('加一个否决项')}
      </Button>
    </div>
  )
}
interface RowProps {
  item: CheckItem
  isDisabled: boolean
  onChange: (part: Partial<CheckItem>) => void
  onDrop: () => void
}
function ItemRow({ item, isDisabled, onChange, onDrop }: RowProps) {
  const types = useDict(violationType)
  return (
    <div className={style.itemRow}>
      <div className={style.itemHead}>
        <Input
          aria-label={t('项目名称')}
          placeholder={t('项目名称')}
          maxLength={40}
          disabled={isDisabled}
          value={item.name}
          onChange={event => onChange({ name: event.target.value })}
        />
        {item.veto ? (
          <Select
            aria-label={t('违纪类型')}
            disabled={isDisabled}
            value={item.violation ?? 'other'}
            options={types.map(i => ({ value: i.key, label: i.label }))}
            onChange={violation => onChange({ violation })}
          />
        ) : (
          <>
            <Segmented
              aria-label={t('区域')}
              disabled={isDisabled}
              value={item.area}
              options={Object.entries(CHECK_AREAS).map(([area, label]) => ({ value: area as CheckArea, label: t(label) }))}
              onChange={area => onChange({ area })}
            />
            <InputNumber aria-label={t('满分')} min={0.5} max={FULL} step={0.5} disabled={isDisabled} value={item.full} onChange={full => onChange({ full: full ?? 0 })} />
          </>
        )}
        <Button type="text" aria-label={t('删除 {{name}}', { name: item.name })} icon={<Trash2 size={15} />} disabled={isDisabled} onClick={onDrop} />
      </div>
      {item.veto ? null : <Steps steps={item.steps} full={item.full} isDisabled={isDisabled} onChange={steps => onChange({ steps })} />}
      <Checkbox disabled={isDisabled} checked={Boolean(item.needPhoto)} onChange={event => onChange({ needPhoto: event.target.checked })}>
        {t('扣分要有照片')}
      </Checkbox>
    </div>
  )
}
function Steps({ steps, full, isDisabled, onChange }: { steps: readonly CheckStep[]; full: number; isDisabled: boolean; onChange: (steps: readonly CheckStep[]) => void }) {
  const change = (at: number, part: Partial<CheckStep>) => onChange(steps.map((s, i) => (i === at ? { ...s, ...part } : s)))
  return (
    <div className={style.steps}>
      {steps.map((step, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps have nothing of their own that stays while they are typed
        <div key={at} className={style.step}>
          <Input
            aria-label={t('扣分项')}
            placeholder={t('扣分项')}
            maxLength={40}
            disabled={isDisabled}
            value={step.name}
            onChange={event => change(at, { name: event.target.value })}
          />
          <InputNumber
            aria-label={t('扣几分')}
            min={0.5}
            max={full}
            step={0.5}
            disabled={isDisabled}
            value={step.points}
            onChange={points => change(at, { points: points ?? 0 })}
          />
          <Button
            type="text"
            aria-label={t('删除 {{name}}', { name: step.name })}
            icon={<Trash2 size={14} />}
            disabled={isDisabled || steps.length < 2}
            onClick={() => onChange(steps.filter((_, i) => i !== at))}
          />
        </div>
      ))}
      <Button size="small" type="text" icon={<Plus size={14} />} disabled={isDisabled} onClick={() => onChange([...steps, { name: '', points: 1 }])}>
        {t('加一个扣分项')}
      </Button>
    </div>
  )
}
