import { ApplicationForm } from '#modules/workflow/applications/web/public/ApplicationForm.tsx'
import { ApplyPage, type MineOf } from '#modules/workflow/applications/web/public/ApplyPage.tsx'
import { Outcome } from '#modules/workflow/applications/web/public/Outcome.tsx'
import { useApplicationForm, useBeginning } from '#modules/workflow/applications/web/public/useApplicationForm.ts'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatDate } from '#web/values/format.ts'
import { myRegistrations } from '../model/actions.ts'
import { deferralApplication } from '../model/deferral-application.ts'

const LAYOUT = ['reason', 'proofs'] as const
const MINE = '/standing/deferrals'
const DRAFT = 'standing.deferral'

/** 申请暂缓注册, for the term that is open. */
export default function DeferPage() {
  return (
    <ApplyPage draft={DRAFT} of={deferralApplication} title={t('申请暂缓注册')} onlyStudents={t('当前账号不是学生，不用注册')} refused={t('这份申请不能修改')}>
      {(_known, row, params) => <OfBatch key={row?.id ?? 'new'} row={row} batch={params.get('batch')} />}
    </ApplyPage>
  )
}
type Mine = MineOf<typeof deferralApplication>
function OfBatch({ row, batch }: { row: Mine | undefined; batch: string | null }) {
  const read = useRead(myRegistrations, {})
  const batchId = row?.batchId ?? batch ?? read.data?.find(b => b?.isOpen && b.state === 'unregistered')?.batchId
  if (batchId) return <Form key={batchId} row={row} batchId={batchId} />
  // without a title of its own while it loads: the form brings one, and what was focused would go with the former
  if (!read.data) return <Loading of={read} />
  return (
    <Page title={t('申请暂缓注册')}>
      <Empty title={t('现在没有要注册的学期')} />
    </Page>
  )
}
function Form({ row, batchId }: { row: Mine | undefined; batchId: string }) {
  const begun = useBeginning({ draft: DRAFT, id: row?.id, values: row ? { ...row, proofs: row.proofs ?? [] } : {} })
  const state = useApplicationForm({ of: deferralApplication, ...begun, page: MINE, layout: LAYOUT, beside: { batchId } })
  const preview = useRead(deferralApplication.preview, { batchId, id: row?.id ?? null }).data ?? undefined
  return (
    <ApplicationForm of={state} title={t('申请暂缓注册')} own={{ path: MINE, label: t('我的暂缓注册') }} isBlocked={Boolean(preview?.problems.length)}>
      <Outcome of={preview}>{preview ? t('批准后暂缓到 {{date}}', { date: formatDate(preview.until) }) : ''}</Outcome>
    </ApplicationForm>
  )
}
