import { Checkbox, InputNumber, Segmented, Select } from 'antd'
import { type AskStep, EMPTY_POLICIES, type Mode, SAME_POLICIES } from '#flow/index.ts'
import { t } from '#web/i18n/index.ts'
import type { Flow } from '../design/types.ts'
import { Labelled, Toggle } from './Labelled.tsx'
import { SourceInput } from './SourceInput.tsx'
import { SourcePreview } from './SourcePreview.tsx'

export interface TabProps {
  step: AskStep
  flow: Flow
  disabled: boolean
  onChange: (step: AskStep, stroke?: string) => void
}
const MODES: Readonly<Record<Mode['kind'], string>> = {
  all: '所有人都要同意，一人驳回就结束。',
  any: '任一人处理即可，其他人的待办自动关闭。',
  sequence: '按顺序一个一个审批，前一人同意后才轮到下一人。',
}
const OPINIONS = { never: '可不填', negative: '驳回和退回时必填', always: '必填' } as const
/** Approver source of the step, and how several approvers decide. */
export function ApproverTab({ step, flow, disabled, onChange }: TabProps) {
  return (
    <>
      <SourceInput
        label={step.type === 'approve' ? t('由谁审批') : t('由谁办理')}
        value={step.approvers}
        form={flow.form}
        positions={flow.positions}
        disabled={disabled}
        onChange={approvers => onChange({ ...step, approvers })}
      />
      <SourcePreview source={step.approvers} />
      <Several step={step} disabled={disabled} onChange={onChange} />
      <Labelled label={t('没有审批人时')}>
        {id => (
          <Select
            id={id}
            className="ql-wide"
            disabled={disabled}
            value={step.emptyPolicy}
            options={optionsOf(EMPTY_POLICIES)}
            onChange={emptyPolicy => onChange({ ...step, emptyPolicy })}
          />
        )}
      </Labelled>
      <Labelled label={t('与上一环节同一人时')}>
        {id => (
          <Segmented id={id} block disabled={disabled} value={step.samePolicy} options={optionsOf(SAME_POLICIES)} onChange={samePolicy => onChange({ ...step, samePolicy })} />
        )}
      </Labelled>
      <Labelled label={t('意见')}>
        {id => (
          <Select
            id={id}
            className="ql-wide"
            disabled={disabled}
            value={step.needOpinion ?? 'negative'}
            options={optionsOf(OPINIONS)}
            onChange={needOpinion => onChange({ ...step, needOpinion })}
          />
        )}
      </Labelled>
      <Toggle label={t('必须手写签名')} checked={step.needSign === true} disabled={disabled} onChange={needSign => onChange({ ...step, needSign })} />
    </>
  )
}
export const optionsOf = <K extends string>(of: Readonly<Record<K, string>>): Array<{ value: K; label: string }> =>
  (Object.keys(of) as K[]).map(value => ({ value, label: t(of[value]) }))

function Several({ step, disabled, onChange }: Omit<TabProps, 'flow'>) {
  const { multi } = step
  const put = (next: Mode) => onChange({ ...step, multi: next })
  return (
    <Labelled label={t('多人时')} help={t(MODES[multi.kind])}>
      {id => (
        <>
          <Segmented<Mode['kind']>
            id={id}
            block
            disabled={disabled}
            value={multi.kind}
            options={[
              { value: 'all', label: t('会签') },
              { value: 'any', label: t('或签') },
              { value: 'sequence', label: t('依次') },
            ]}
            onChange={kind => put({ kind })}
          />
          {multi.kind === 'all' ? (
            <div className="flow-all">
              <span>
                {t('同意达到')}
                <InputNumber
                  aria-label={t('同意达到的比例')}
                  size="small"
                  min={1}
                  max={100}
                  precision={0}
                  suffix="%"
                  disabled={disabled}
                  value={multi.percent ?? 100}
                  onChange={percent => put({ ...multi, percent: percent ?? 100 })}
                />
              </span>
              <Checkbox disabled={disabled} checked={multi.untilEverybodyVoted === true} onChange={e => put({ ...multi, untilEverybodyVoted: e.target.checked })}>
                {t('有人驳回也等所有人表态')}
              </Checkbox>
            </div>
          ) : null}
        </>
      )}
    </Labelled>
  )
}
