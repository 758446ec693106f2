import { Checkbox, Input, InputNumber, Select } from 'antd'
import { LabelledInput } from '#web/forms/LabelledInput.tsx'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { CELLS, CHOICES, isSilent, PREFILLS, type Question, SENSITIVITIES } from '../../model/question.ts'
import { newOption, nextKey } from './keys.ts'
import { LineRows } from './LineRows.tsx'
import { Contradictions, Jumps, ShowRules } from './LogicRows.tsx'

export interface SettingsProps {
  of: Question
  before: readonly Question[]
  after: readonly Question[]
  isFrozen: boolean
  onChange: (next: Question) => void
}
const BOUNDED: Partial<Record<Question['type'], string>> = { multi: '可选项数', text: '字数', number: '范围', scale: '最低和最高分', matrix: '最低和最高分' }
const choices = (labels: Readonly<Record<string, string>>) => Object.entries(labels).map(([value, label]) => ({ value, label: t(label) }))
/** What can be set of a question; of a published one its wording only. */
export function QuestionSettings({ of: q, before, after, isFrozen, onChange }: SettingsProps) {
  const set = (more: Partial<Question>) => onChange({ ...q, ...more })
  const options = q.options ?? []
  const hasOptions = CHOICES.has(q.type) || (q.type === 'matrix' && q.cell !== 'scale')
  return (
    <Stack>
      <LabelledInput label={t('题目')}>
        {id => <Input.TextArea id={id} autoSize maxLength={300} value={q.title} onChange={event => set({ title: event.target.value })} />}
      </LabelledInput>
      {q.type === 'page' ? null : (
        <LabelledInput label={t('提示')}>
          {id => <Input id={id} maxLength={300} value={q.help ?? ''} onChange={event => set({ help: event.target.value || null })} />}
        </LabelledInput>
      )}
      {q.type === 'matrix' ? (
        <LineRows
          label={t('行')}
          lines={q.rows ?? []}
          isFrozen={isFrozen}
          add={lines => ({
            key: nextKey(
              'r',
              lines.map(l => l.key),
            ),
            label: '',
          })}
          mayAdd={!isFrozen}
          onChange={rows => set({ rows })}
        />
      ) : null}
      {hasOptions ? (
        <LineRows
          label={t('选项')}
          lines={options}
          isFrozen={isFrozen}
          add={newOption}
          mayAdd
          onChange={next => set({ options: next })}
          more={(o, put) =>
            isFrozen || q.type === 'matrix' ? null : (
              <Row gap={2}>
                {q.type === 'multi' ? (
                  <Checkbox checked={o.exclusive === true} onChange={event => put({ ...o, exclusive: event.target.checked })}>
                    {t('互斥')}
                  </Checkbox>
                ) : null}
                <Checkbox checked={o.openText === true} onChange={event => put({ ...o, openText: event.target.checked })}>
                  {t('可补充文字')}
                </Checkbox>
              </Row>
            )
          }
        />
      ) : null}
      {isFrozen || isSilent(q) ? null : <Details of={q} set={set} />}
      {isFrozen ? null : (
        <>
          <ShowRules of={q} before={before} set={set} />
          {isSilent(q) ? null : <Jumps of={q} after={after} set={set} />}
          {options.length ? <Contradictions of={q} before={before} set={set} /> : null}
        </>
      )}
    </Stack>
  )
}
interface DetailsProps {
  of: Question
  set: (more: Partial<Question>) => void
}
function Details({ of: q, set }: DetailsProps) {
  const bounds = BOUNDED[q.type]
  return (
    <>
      <Row>
        <Checkbox checked={q.required === true} onChange={event => set({ required: event.target.checked })}>
          {t('必答')}
        </Checkbox>
        {CHOICES.has(q.type) ? (
          <Checkbox checked={q.randomise === true} onChange={event => set({ randomise: event.target.checked })}>
            {t('选项乱序')}
          </Checkbox>
        ) : null}
      </Row>
      {q.type === 'matrix' ? (
        <LabelledInput label={t('矩阵填法')}>{id => <Select id={id} className="ql-wide" value={q.cell} options={choices(CELLS)} onChange={cell => set({ cell })} />}</LabelledInput>
      ) : null}
      {bounds ? (
        <Row>
          <InputNumber aria-label={t('最少')} addonBefore={t(bounds)} value={q.min} onChange={min => set({ min })} />
          <InputNumber aria-label={t('最多')} value={q.max} onChange={max => set({ max })} />
        </Row>
      ) : null}
      {q.type === 'text' ? (
        <LabelledInput label={t('自动填入')} help={t('系统知道的不用再问')}>
          {id => <Select id={id} className="ql-wide" allowClear value={q.prefill} options={choices(PREFILLS)} onChange={prefill => set({ prefill: prefill ?? null })} />}
        </LabelledInput>
      ) : null}
      <LabelledInput label={t('敏感程度')} help={t('问个人信息或敏感信息须写明目的和到期删除的日期')}>
        {id => (
          <Select
            id={id}
            className="ql-wide"
            allowClear
            value={q.sensitivity}
            options={choices(SENSITIVITIES)}
            onChange={sensitivity => set({ sensitivity: sensitivity ?? null })}
          />
        )}
      </LabelledInput>
    </>
  )
}
