import { ApplicationForm } from '#modules/workflow/applications/web/public/ApplicationForm.tsx'
import { ApplyPage, type BegunOf, type MineOf } from '#modules/workflow/applications/web/public/ApplyPage.tsx'
import { Outcome } from '#modules/workflow/applications/web/public/Outcome.tsx'
import { useApplicationForm, useBeginning } from '#modules/workflow/applications/web/public/useApplicationForm.ts'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDate } from '#web/values/format.ts'
import { enlistApplication } from '../model/application.ts'
import type { KINDS, SEASONS } from '../model/record.ts'

const DRAFT = 'enlistment.record'
const MINE = '/enlistment/mine'
const LAYOUT = ['year', 'season', 'kind', 'familyName', 'familyPhone'] as const
type FormStart = BegunOf<typeof enlistApplication>
type Mine = MineOf<typeof enlistApplication>

/** 应征登记: a press, as all else is known. */
export default function EnlistPage() {
  return (
    <ApplyPage draft={DRAFT} of={enlistApplication} title={t('应征登记')} onlyStudents={t('当前账号不是学生，不能登记')} refused={t('这份登记不能修改')}>
      {(known, row) => <Form key={row?.id ?? 'new'} known={known} row={row} />}
    </ApplyPage>
  )
}
function Form({ known, row }: { known: FormStart; row: Mine | undefined }) {
  const begun = useBeginning({ draft: DRAFT, id: row?.id, values: row ? { ...row } : { ...known, kind: 'conscript' } })
  const state = useApplicationForm({ of: enlistApplication, ...begun, page: MINE, layout: LAYOUT, beside: {}, unkept: ['familyName', 'familyPhone'] })
  const { year, season, kind } = state.form.values as { year?: number; season?: keyof typeof SEASONS; kind?: keyof typeof KINDS }
  const isReady = Boolean(year && season && kind)
  const preview = useRead(
    enlistApplication.preview,
    { year: Number(year ?? known.year), season: season ?? known.season, kind: kind ?? 'conscript', id: row?.id ?? null },
    { enabled: isReady, keeps: true },
  ).data
  return (
    <ApplicationForm of={state} title={t('应征登记')} own={{ path: MINE, label: t('我的参军') }} isBlocked={Boolean(preview?.problems.length)}>
      <Outcome of={preview ?? undefined}>{preview ? t('入伍后学籍约保留到 {{date}}', { date: formatDate(preview.until) }) : ''}</Outcome>
    </ApplicationForm>
  )
}
