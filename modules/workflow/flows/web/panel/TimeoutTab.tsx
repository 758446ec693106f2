import { Button, InputNumber, Segmented, Select } from 'antd'
import { Plus, X } from 'lucide-react'
import { TIMEOUT_ACTIONS, type Timeout } from '#flow/index.ts'
import { EditedRows } from '#web/forms/EditedRows.tsx'
import { t } from '#web/i18n/index.ts'
import { RefSelect } from '#web/inputs/RefSelect.tsx'
import { optionsOf, type TabProps } from './ApproverTab.tsx'
import { Labelled, Toggle } from './Labelled.tsx'

type Mark = NonNullable<Timeout['marks']>[number]
/** Defaults (10-W10). */
const USUAL: readonly Mark[] = [
  { atPercent: 50, action: 'remind' },
  { atPercent: 100, action: 'remind' },
]
const FIRST: Timeout = { hours: 24, workingTime: true }
/** Deadline of the step and escalation marks. */
export function TimeoutTab({ step, disabled, onChange }: TabProps) {
  const { timeout } = step
  const put = (next: Timeout | undefined) => {
    const { timeout: _old, ...rest } = step
    onChange(next ? { ...rest, timeout: next } : rest)
  }
  if (!timeout) return <Toggle label={t('限定办理时间')} help={t('不限定时，不提醒也不自动处理。')} checked={false} disabled={disabled} onChange={() => put(FIRST)} />
  const marks = timeout.marks ?? USUAL
  const putMarks = (next: readonly Mark[]) => put({ ...timeout, marks: next })
  return (
    <>
      <Toggle label={t('限定办理时间')} checked disabled={disabled} onChange={() => put(undefined)} />
      <Labelled label={t('应在多少小时内办完')}>
        {id => (
          <InputNumber
            id={id}
            min={1}
            max={8760}
            precision={0}
            disabled={disabled}
            suffix={t('小时')}
            value={timeout.hours}
            onChange={hours => put({ ...timeout, hours: hours ?? 1 })}
          />
        )}
      </Labelled>
      <Labelled label={t('怎样计时')} help={timeout.workingTime ? t('只算校历工作日的办公时间。') : t('从到达起连续计算，含夜间和节假日。')}>
        {id => (
          <Segmented
            id={id}
            block
            disabled={disabled}
            value={timeout.workingTime ? 'work' : 'clock'}
            options={[
              { value: 'work', label: t('工作时间') },
              { value: 'clock', label: t('自然时间') },
            ]}
            onChange={how => put({ ...timeout, workingTime: how === 'work' })}
          />
        )}
      </Labelled>
      <fieldset className="flow-marks">
        <legend>{t('到时做什么')}</legend>
        <EditedRows rows={marks} onChange={putMarks}>
          {(mark, row) => <MarkRow mark={mark} disabled={disabled} onChange={row.put} onRemove={row.drop} />}
        </EditedRows>
        <Button
          type="dashed"
          size="small"
          disabled={disabled || marks.length >= 10}
          icon={<Plus size={14} />}
          onClick={() => putMarks([...marks, { atPercent: 150, action: 'escalate' }])}
        >
          {t('添加')}
        </Button>
      </fieldset>
    </>
  )
}
interface MarkRowProps {
  mark: Mark
  disabled: boolean
  onChange: (mark: Mark) => void
  onRemove: () => void
}
function MarkRow({ mark, disabled, onChange, onRemove }: MarkRowProps) {
  return (
    <div className="flow-mark">
      <InputNumber
        aria-label={t('到时限的百分之几')}
        min={1}
        max={1000}
        precision={0}
        suffix="%"
        disabled={disabled}
        value={mark.atPercent}
        onChange={n => onChange({ ...mark, atPercent: n ?? 100 })}
      />
      <Select
        aria-label={t('做什么')}
        disabled={disabled}
        value={mark.action}
        options={optionsOf(TIMEOUT_ACTIONS)}
        onChange={action => onChange({ atPercent: mark.atPercent, action })}
      />
      <Button type="text" size="small" disabled={disabled} aria-label={t('去掉这一条')} icon={<X size={15} />} onClick={onRemove} />
      {mark.action === 'transfer' ? (
        <RefSelect
          to="user"
          aria-label={t('转给谁')}
          placeholder={t('转给谁')}
          className="ql-wide"
          disabled={disabled}
          value={mark.toUserId ?? null}
          onChange={id => onChange({ atPercent: mark.atPercent, action: mark.action, ...(id ? { toUserId: id } : {}) })}
        />
      ) : null}
    </div>
  )
}
