import { ApplicationForm } from '#modules/workflow/applications/web/public/ApplicationForm.tsx'
import { ApplyPage, type MineOf } from '#modules/workflow/applications/web/public/ApplyPage.tsx'
import { Outcome } from '#modules/workflow/applications/web/public/Outcome.tsx'
import { useApplicationForm, useBeginning } from '#modules/workflow/applications/web/public/useApplicationForm.ts'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { selfRecord } from '../model/self-record-application.ts'

const LAYOUT = ['date', 'where', 'category', 'minutes', 'what', 'photos'] as const
const DRAFT = 'labour.labourSelfRecord'
type Mine = MineOf<typeof selfRecord>
type PreviewInput = Parameters<typeof useRead<typeof selfRecord.preview>>[1]

/** 申报劳动: labour outside projects, with pictures. */
export default function DeclarePage() {
  return (
    <ApplyPage draft={DRAFT} of={selfRecord} title={t('申报劳动')} onlyStudents={t('当前账号不是学生，不能申报')} refused={t('这份申报不能修改')}>
      {(_known, row) => <Form key={row?.id ?? 'new'} row={row} />}
    </ApplyPage>
  )
}
function Form({ row }: { row: Mine | undefined }) {
  const begun = useBeginning({ draft: DRAFT, id: row?.id, values: row ?? {} })
  const state = useApplicationForm({ of: selfRecord, ...begun, page: '/labour/self/mine', layout: LAYOUT, beside: {} })
  const { date, category, minutes } = state.form.values
  const preview = useRead(selfRecord.preview, { id: row?.id ?? null, date, category, minutes } as PreviewInput, { enabled: Boolean(date && category && minutes) }).data ?? undefined
  const after = t('班长和辅导员核实后记入学时台账')
  return (
    <ApplicationForm of={state} title={t('申报劳动')} own={{ path: '/labour/self/mine', label: t('我的劳动申报') }} isBlocked={Boolean(preview?.problems.length)}>
      {preview ? (
        <Outcome of={preview}>
          {t('算 {{n}} 学时', { n: preview.hours })} · {after}
        </Outcome>
      ) : (
        <p className="ql-quiet">{after}</p>
      )}
    </ApplicationForm>
  )
}
