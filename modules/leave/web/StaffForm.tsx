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
import { useRead } from '#web/records/useRead.ts'
import { leaveApplication } from '../model/application.ts'
import { detailLayout } from './apply/layout.tsx'
import { usualSpan } from './apply/span.ts'
import style from './leave.module.css'
import { OutcomeLine, Warnings } from './Outcome.tsx'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** 代为请假: staff apply for a student; phone approvals are recorded and take effect at once. */
export default function StaffForm({ onClose }: { onClose: () => void }) {
  const [start] = useState(() => ({ ...usualSpan(schoolDate(Date.now())), leavesCampus: false, leavesCity: false }))
  const [asked, setAsked] = useState({ studentId: '', typeId: '', startAt: start.startAt, endAt: start.endAt })
  const preview = useRead(leaveApplication.preview, asked, { enabled: Boolean(asked.studentId && asked.typeId && asked.startAt && asked.endAt), keeps: true })
  const details = detailLayout(preview.data ?? undefined)
  const form = useFields(
    leaveApplication.applyFor.input,
    [
      {
        fields: [
          {
            field: 'studentId',
            render: props => (
              <RefSelect id={props.id} to="student" value={text(props.value)} status={props.status} className="ql-wide" onChange={change('studentId', props.onChange)} />
            ),
          },
          {
            field: 'typeId',
            render: props => (
              <RefSelect id={props.id} to="leaveType" value={text(props.value)} status={props.status} className="ql-wide" onChange={change('typeId', props.onChange)} />
            ),
          },
          'startAt',
          'endAt',
        ],
      },
      ...details,
      { title: '紧急情况', fields: ['approvedByPhone'] },
    ],
    start,
  )
  /** Values the preview depends on are kept beside the form. */
  function change(name: 'studentId' | 'typeId', onChange: (value: unknown) => void) {
    return (id: string | null) => {
      onChange(id)
      setAsked(now => ({ ...now, [name]: id ?? '' }))
    }
  }
  const [startAt, endAt] = [text(form.values.startAt), text(form.values.endAt)]
  if (startAt !== asked.startAt || endAt !== asked.endAt) setAsked(now => ({ ...now, startAt, endAt }))
  useUnsaved(Boolean(asked.studentId || form.values.reason))
  const act = useAct(leaveApplication.applyFor, { onDone: onClose, changes: ['processTask', 'processInstance'], done: t('已登记') })
  const send = () => {
    const checked = form.check(givenValues(form.values))
    if (checked && !act.isPending) act.mutate(checked, { onError: form.refuse })
  }
  return (
    <Panel
      open
      title={t('代为请假')}
      onClose={onClose}
      footer={
        <div className="ql-acts">
          <Button onClick={onClose}>{t('取消')}</Button>
          <Button type="primary" loading={act.isPending} onClick={send}>
            {form.values.approvedByPhone ? t('登记并生效') : t('提交申请')}
          </Button>
        </div>
      }
    >
      {form.refusal ? <Refused what={t('没有提交')} error={form.refusal} /> : null}
      {preview.data && asked.studentId ? (
        <div className={style.staff}>
          <OutcomeLine of={preview.data} />
          <Warnings of={preview.data} />
        </div>
      ) : null}
      <Fields form={form} disabled={act.isPending} />
    </Panel>
  )
}
