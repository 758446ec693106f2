import { Button } from 'antd'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { schoolDate } from '#model/school-time.ts'
import { ForStudentPanel } from '#modules/workflow/applications/web/public/ForStudentPanel.tsx'
import { Outcome } from '#modules/workflow/applications/web/public/Outcome.tsx'
import { useFields } from '#web/forms/useFields.ts'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { useCan } from '#web/session/useCan.ts'
import { changeApplication } from '../model/application.ts'
import { detailLayout } from './apply/layout.tsx'
import { placeText } from './labels.ts'
import { ConsequenceList, RuleValues } from './Sheets.tsx'

const PREVIEWED = ['studentId', 'typeId', 'reasonCode', 'effectiveDate', 'until', 'toClassId'] as const
type PreviewInput = Partial<Record<(typeof PREVIEWED)[number], string>>

/** 代为办理: staff apply for a student in their scope; what rests on a document holds at once. */
export function ForStudent() {
  const [params, setParams] = useSearchParams()
  const proposed = proposedIn(params)
  const [isOpen, setOpen] = useState(Boolean(proposed.studentId))
  const close = () => {
    setOpen(false)
    if (proposed.studentId) setParams({}, { replace: true })
  }
  const mayApply = useCan(changeApplication.applyFor.permission)
  if (!mayApply) return null
  return (
    <>
      <Button type="primary" icon={<UserPlus size={16} />} onClick={() => setOpen(true)}>
        {t('代为办理异动')}
      </Button>
      {isOpen ? <Form given={proposed} onClose={close} /> : null}
    </>
  )
}
/** What a proposal has filled in: whom it is about, and what is known of it. */
function proposedIn(params: URLSearchParams): PreviewInput {
  const studentId = params.get('propose')
  return studentId ? { ...Object.fromEntries(PREVIEWED.flatMap(name => (params.get(name) ? [[name, params.get(name)]] : []))), studentId } : {}
}
function usePreview(asked: PreviewInput) {
  const { studentId, typeId, reasonCode = '99', effectiveDate, ...more } = asked
  const enabled = Boolean(studentId && typeId && effectiveDate)
  return (
    useRead(changeApplication.preview, { ...more, studentId: studentId ?? '', typeId: typeId ?? '', reasonCode, effectiveDate: effectiveDate ?? '' }, { enabled, keeps: true })
      .data ?? undefined
  )
}
function Form({ given, onClose }: { given: PreviewInput; onClose: () => void }) {
  const [asked, setAsked] = useState<PreviewInput>({ effectiveDate: schoolDate(Date.now()), ...given })
  const preview = usePreview(asked)
  const [start] = useState(() => ({ effectiveDate: schoolDate(Date.now()), ...given }))
  const form = useFields(changeApplication.applyFor.input, [{ fields: ['studentId', 'typeId'] }, { fields: detailLayout(preview?.type, preview?.classes ?? []) as never }], start)
  const next: PreviewInput = Object.fromEntries(PREVIEWED.flatMap(name => (typeof form.values[name] === 'string' && form.values[name] ? [[name, form.values[name]]] : [])))
  if (JSON.stringify(next) !== JSON.stringify(asked)) setAsked(next)
  return (
    <ForStudentPanel
      of={changeApplication.applyFor}
      title={t('代为办理异动')}
      form={form}
      submit={t('提交')}
      isBlocked={!preview || preview.problems.length > 0}
      changes={['student']}
      onClose={onClose}
    >
      {preview && asked.studentId && asked.typeId ? (
        <>
          <RuleValues of={preview.figures} />
          <Outcome of={preview}>{t('由“{{from}}”变为“{{to}}”', { from: placeText(preview.from), to: placeText(preview.to) })}</Outcome>
          <ConsequenceList of={preview.consequences} />
        </>
      ) : null}
    </ForStudentPanel>
  )
}
