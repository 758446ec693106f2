import { Button, Input, InputNumber } from 'antd'
import { Plus, Trash2 } from 'lucide-react'
import { healthCode, relationCode } from '#model/national.ts'
import { EditedRows } from '#web/forms/EditedRows.tsx'
import { LabelledInput } from '#web/forms/LabelledInput.tsx'
import type { DrawnInput } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { DictSelect } from '#web/inputs/DictSelect.tsx'
import { Columns, Row, Stack } from '#web/layout/Layout.tsx'
import { workStatus } from '../../model/dictionaries.ts'
import type { Member } from '../../model/survey.ts'

const FEN = 100
const MOST = 12
const EMPTY: Member = { name: '', relation: '', age: null, job: null, workStatus: null, health: null, income: null }

/** Members of the family, one below the other: on a phone each is a small form. */
export function MembersInput({ value, onChange, disabled }: DrawnInput) {
  const members = (value ?? []) as readonly Member[] // the field's declared type
  return (
    <Stack gap={3}>
      <EditedRows rows={members} onChange={onChange}>
        {(m, { at, put, drop }) => (
          <section aria-label={m.name || t('第 {{n}} 位', { n: at + 1 })}>
            <Row spread="between">
              <b>{m.name || t('第 {{n}} 位', { n: at + 1 })}</b>
              <Button type="text" disabled={disabled} icon={<Trash2 size={16} />} aria-label={t('删除{{name}}', { name: m.name })} onClick={drop} />
            </Row>
            <Columns min={140} gap={2}>
              <LabelledInput label={t('姓名')}>
                {id => <Input id={id} disabled={disabled} value={m.name} maxLength={60} onChange={e => put({ ...m, name: e.target.value })} />}
              </LabelledInput>
              <LabelledInput label={t('关系')}>
                {id => (
                  <DictSelect id={id} className="ql-wide" disabled={disabled} of={relationCode} value={m.relation || null} onChange={code => put({ ...m, relation: code ?? '' })} />
                )}
              </LabelledInput>
              <LabelledInput label={t('年龄')}>
                {id => <InputNumber id={id} className="ql-wide" disabled={disabled} value={m.age} min={0} max={120} precision={0} onChange={age => put({ ...m, age })} />}
              </LabelledInput>
              <LabelledInput label={t('从业状况')}>
                {id => <DictSelect id={id} className="ql-wide" disabled={disabled} of={workStatus} value={m.workStatus} onChange={code => put({ ...m, workStatus: code })} />}
              </LabelledInput>
              <LabelledInput label={t('职业')}>
                {id => <Input id={id} disabled={disabled} value={m.job ?? ''} maxLength={60} onChange={e => put({ ...m, job: e.target.value || null })} />}
              </LabelledInput>
              <LabelledInput label={t('健康状况')}>
                {id => <DictSelect id={id} className="ql-wide" disabled={disabled} of={healthCode} value={m.health} onChange={code => put({ ...m, health: code })} />}
              </LabelledInput>
              <LabelledInput label={t('年收入（元）')}>
                {id => (
                  <InputNumber
                    id={id}
                    className="ql-wide"
                    disabled={disabled}
                    value={m.income === null ? null : m.income / FEN}
                    min={0}
                    precision={2}
                    onChange={yuan => put({ ...m, income: yuan === null ? null : Math.round(yuan * FEN) })}
                  />
                )}
              </LabelledInput>
            </Columns>
          </section>
        )}
      </EditedRows>
      <Button disabled={disabled || members.length >= MOST} icon={<Plus size={16} />} onClick={() => onChange([...members, EMPTY])}>
        {t('添加家庭成员')}
      </Button>
    </Stack>
  )
}
