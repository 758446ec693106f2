import { Button } from 'antd'
import { useState } from 'react'
import { schoolDate } from '#model/school-time.ts'
import { Panel } from '#web/feedback/Panel.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Fields } from '#web/forms/Fields.tsx'
import { useAct } from '#web/forms/useAct.ts'
import { useFields } from '#web/forms/useFields.ts'
import { givenValues } from '#web/forms/values.ts'
import { t } from '#web/i18n/index.ts'
import { RefSelect } from '#web/inputs/RefSelect.tsx'
import { useUnsaved } from '#web/pages/unsaved.ts'
import { registerStay } from '../model/actions.ts'
import { FreeBeds } from './FreeBeds.tsx'
import style from './public/dormitory-stay.module.css'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** 登记: student, date, building; matching free beds are offered while typing. */
export default function RegisterPanel({ onClose }: { onClose: () => void }) {
  const [isOpen, setOpen] = useState(true)
  const [dormId, setDorm] = useState<string | null>(null)
  const form = useFields(
    registerStay.input,
    [
      {
        fields: [
          'studentNo',
          'kind',
          'plannedIn',
          'plannedOut',
          { field: 'bedId', render: props => <Beds id={props.id} value={text(props.value)} onChange={props.onChange} dormId={dormId} onDorm={setDorm} values={form.values} /> },
        ],
      },
    ],
    { kind: 'main', plannedIn: schoolDate(Date.now()) },
  )
  useUnsaved(Boolean(form.values.studentNo || form.values.bedId))
  const act = useAct(registerStay, { onDone: () => setOpen(false), done: t('已登记') })
  const send = () => {
    const checked = form.check(givenValues(form.values))
    if (checked && !act.isPending) act.mutate(checked, { onError: form.refuse })
  }
  return (
    <Panel
      open={isOpen}
      title={t('登记住宿')}
      onClose={() => setOpen(false)}
      afterClose={onClose}
      footer={
        <div className="ql-acts">
          <Button onClick={() => setOpen(false)}>{t('取消')}</Button>
          <Button type="primary" loading={act.isPending} onClick={send}>
            {t('登记')}
          </Button>
        </div>
      }
    >
      {form.refusal ? <Refused what={t('没有登记')} error={form.refusal} /> : null}
      <Fields form={form} disabled={act.isPending} />
    </Panel>
  )
}
interface BedsProps {
  id: string
  value: string
  onChange: (value: unknown) => void
  dormId: string | null
  onDorm: (id: string | null) => void
  values: Readonly<Record<string, unknown>>
}
function Beds({ id, value, onChange, dormId, onDorm, values }: BedsProps) {
  return (
    <div className={style.beds}>
      <RefSelect
        to="dormBuilding"
        value={dormId}
        className="ql-wide"
        aria-label={t('楼栋')}
        placeholder={t('楼栋')}
        onChange={next => {
          onDorm(next)
          onChange(null)
        }}
      />
      <FreeBeds
        id={id}
        value={value}
        onChange={onChange}
        of={
          dormId
            ? {
                dormId,
                studentNo: text(values.studentNo).trim() || null,
                kind: values.kind === 'temporary' ? 'temporary' : 'main',
                plannedIn: text(values.plannedIn),
                plannedOut: text(values.plannedOut) || null,
              }
            : undefined
        }
      />
    </div>
  )
}
