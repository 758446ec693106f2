import { Select } from 'antd'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { schoolDate } from '#model/school-time.ts'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { PlacedButton } from '#web/feedback/PlacedButton.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import type { FieldSpec } from '#web/forms/layout.ts'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { useCan } from '#web/session/useCan.ts'
import { formatDate, formatMoney } from '#web/values/format.ts'
import { confirmReturn, returnPlan } from '../model/actions.ts'

type Plan = AnswerOf<typeof returnPlan>
/** 确认复学: the class, the waiver and what the returned soldier is entitled to, before it is confirmed. */
export function ReturnButton({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false)
  if (!useCan(confirmReturn.permission ?? '')) return null
  return (
    <>
      <PlacedButton icon={<Undo2 size={15} />} onClick={() => setOpen(true)}>
        {t('确认复学')}
      </PlacedButton>
      {isOpen ? <Planned id={id} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
function Planned({ id, onClose }: { id: string; onClose: () => void }) {
  const read = useRead(returnPlan, { id })
  if (!read.data)
    return (
      <Panel open title={t('确认复学')} onClose={onClose}>
        <Loading of={read} />
      </Panel>
    )
  return (
    <ActionForm
      of={confirmReturn}
      input={{ id }}
      initial={{ on: schoolDate(Date.now()), classId: read.data.classes.find(c => c?.isNext === 'yes')?.id ?? null }}
      layout={['on', classField(read.data), 'docNo', 'majorAfter', 'reason']}
      note={<Note of={read.data} />}
      changes={['student', 'statusChange', 'militaryAid', 'billLine']}
      done={t('已确认复学')}
      onClose={onClose}
    />
  )
}
const Note = ({ of: { returnBy, daysLeft, years, total, entitlements } }: { of: Plan }) => (
  <>
    <p>
      {daysLeft < 0
        ? t('最晚 {{date}} 复学，已经逾期，须写明理由。', { date: formatDate(returnBy) })
        : t('最晚 {{date}} 复学，还有 {{n}} 天。', { date: formatDate(returnBy), n: daysLeft })}
    </p>
    <p>
      {years.length
        ? t('减免 {{years}} 学年的学费，最多 {{total}}。', { years: years.flatMap(y => y?.xn ?? []).join(t('、')), total: formatMoney(total) })
        : t('没有可以减免的学年。')}
    </p>
    <p className="ql-quiet">{entitlements.join(t('；'))}</p>
  </>
)
/** Classes of the same major, the following grade first. */
const classField = ({ classes }: Plan): FieldSpec<'classId'> => ({
  field: 'classId',
  render: ({ id, value, onChange, disabled, status }) => (
    <Select
      id={id}
      className="ql-wide"
      showSearch
      optionFilterProp="label"
      value={typeof value === 'string' ? value : undefined}
      status={status}
      disabled={disabled}
      options={classes.flatMap(c => (c ? [{ value: c.id, label: t('{{name}}（{{grade}} 级）', { name: c.name, grade: c.grade }) }] : []))}
      onChange={onChange}
    />
  ),
})
