import { useState } from 'react'
import { schoolDate } from '#model/school-time.ts'
import { ForStudentPanel } from '#modules/workflow/applications/web/public/ForStudentPanel.tsx'
import { useFields } from '#web/forms/useFields.ts'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { leaveApplication } from '../model/application.ts'
import { detailLayout } from './apply/layout.tsx'
import { usualSpan } from './apply/span.ts'
import style from './leave.module.css'
import { OutcomeLine, Warnings } from './Outcome.tsx'

const PREVIEWED = ['studentId', 'typeId', 'startAt', 'endAt'] as const
type PreviewInput = Record<(typeof PREVIEWED)[number], string>

/** 代为请假: staff apply for a student; phone approvals are recorded and take effect at once. */
export default function StaffForm({ onClose }: { onClose: () => void }) {
  const [start] = useState(() => ({ ...usualSpan(schoolDate(Date.now())), leavesCampus: false, leavesCity: false }))
  const [asked, setAsked] = useState<PreviewInput>({ studentId: '', typeId: '', startAt: start.startAt, endAt: start.endAt })
  const preview = useRead(leaveApplication.preview, asked, { enabled: PREVIEWED.every(name => asked[name]), keeps: true })
  const layout = [{ fields: [...PREVIEWED] }, ...detailLayout(preview.data ?? undefined), { title: '紧急情况', fields: ['approvedByPhone'] }]
  const form = useFields(leaveApplication.applyFor.input, layout, start)
  // the values the preview depends on are kept beside the form, whose layout follows its answer
  const next = Object.fromEntries(PREVIEWED.map(name => [name, text(form.values[name])])) as PreviewInput // of the names listed
  if (PREVIEWED.some(name => next[name] !== asked[name])) setAsked(next)
  return (
    <ForStudentPanel
      of={leaveApplication.applyFor}
      title={t('代为请假')}
      form={form}
      submit={form.values.approvedByPhone ? t('登记并生效') : t('提交申请')}
      onClose={onClose}
      above={
        preview.data && asked.studentId ? (
          <div className={style.staff}>
            <OutcomeLine of={preview.data} />
            <Warnings of={preview.data} />
          </div>
        ) : null
      }
    />
  )
}
const text = (value: unknown): string => (typeof value === 'string' ? value : '')
