import { ApplicationForm } from '#modules/workflow/applications/web/public/ApplicationForm.tsx'
import { ApplyPage, type MineOf } from '#modules/workflow/applications/web/public/ApplyPage.tsx'
import { Outcome } from '#modules/workflow/applications/web/public/Outcome.tsx'
import { useApplicationForm, useBeginning } from '#modules/workflow/applications/web/public/useApplicationForm.ts'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { declaration } from '../model/application.ts'

const LAYOUT = ['kind', 'title', 'occurredOn', 'level', 'place', 'teamRole', 'teamSize', 'quantity', 'proofs', 'isDistinct'] as const
type Mine = MineOf<typeof declaration>
type PreviewInput = Parameters<typeof useRead<typeof declaration.preview>>[1]

/** 申报成果: what no module of the school knows, with its proof. */
export default function DeclarePage() {
  return (
    <ApplyPage draft="evidence.evidenceDeclaration" of={declaration} title={t('申报成果')} onlyStudents={t('当前账号不是学生，不能申报')} refused={t('这份申报不能修改')}>
      {(_known, row) => <Form key={row?.id ?? 'new'} row={row} />}
    </ApplyPage>
  )
}
function Form({ row }: { row: Mine | undefined }) {
  const begun = useBeginning({ draft: 'evidence.evidenceDeclaration', id: row?.id, values: row ?? {} })
  const state = useApplicationForm({ of: declaration, ...begun, page: '/evidence/mine', layout: LAYOUT, beside: {} })
  const { kind, title, occurredOn, level, isDistinct } = state.form.values
  const preview =
    useRead(declaration.preview, { id: row?.id ?? null, kind, title, occurredOn, level, isDistinct } as PreviewInput, { enabled: Boolean(kind && title && occurredOn) }).data ??
    undefined
  return (
    <ApplicationForm of={state} title={t('申报成果')} own={{ path: '/evidence/mine', label: t('我的申报') }} isBlocked={Boolean(preview?.problems.length)}>
      {preview ? <Outcome of={preview}>{t('辅导员同意后记入我的成长')}</Outcome> : <p className="ql-quiet">{t('辅导员同意后记入我的成长')}</p>}
    </ApplicationForm>
  )
}
