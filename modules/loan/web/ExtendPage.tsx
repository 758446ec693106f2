import { ApplicationForm } from '#modules/workflow/applications/web/public/ApplicationForm.tsx'
import { ApplyPage, type BegunOf, type MineOf } from '#modules/workflow/applications/web/public/ApplyPage.tsx'
import { Outcome } from '#modules/workflow/applications/web/public/Outcome.tsx'
import { useApplicationForm, useBeginning } from '#modules/workflow/applications/web/public/useApplicationForm.ts'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDate, formatMoney } from '#web/values/format.ts'
import { extensionApplication } from '../model/extension-application.ts'

const DRAFT = 'loan.extension'
const MINE = '/loan/mine'
const LAYOUT = ['school', 'study', 'from', 'until', 'proofs'] as const
type FormStart = BegunOf<typeof extensionApplication>
type Mine = MineOf<typeof extensionApplication>

/** 申请深造展期: where one studies on, and until when. */
export default function ExtendPage() {
  return (
    <ApplyPage draft={DRAFT} of={extensionApplication} title={t('申请深造展期')} onlyStudents={t('当前账号不是学生，没有自己的助学贷款')} refused={t('这份申请不能修改')}>
      {(known, row) => <Form key={row?.id ?? 'new'} known={known} row={row} />}
    </ApplyPage>
  )
}
function Form({ known: { loans, balance, startsOn }, row }: { known: FormStart; row: Mine | undefined }) {
  const begun = useBeginning({ draft: DRAFT, id: row?.id, values: row ? { ...row, proofs: row.proofs ?? [] } : {} })
  const state = useApplicationForm({ of: extensionApplication, ...begun, page: MINE, layout: LAYOUT, beside: {}, unkept: ['proofs'] })
  const { from, until } = state.form.values as { from?: string; until?: string }
  const isReady = Boolean(from && until)
  const preview = useRead(extensionApplication.preview, { from: from ?? '', until: until ?? '', id: row?.id ?? null }, { enabled: isReady, keeps: true }).data
  return (
    <ApplicationForm of={state} title={t('申请深造展期')} own={{ path: MINE, label: t('我的助学贷款') }} isBlocked={isReady && Boolean(preview?.problems.length)}>
      <p className="ql-help">
        {t('{{n}} 笔贷款共 {{balance}}。继续深造的，读书期间不还本金，利息由财政承担。', { n: loans, balance: formatMoney(balance) })}
        {startsOn ? t('要在 {{day}} 开始计息以前申请。', { day: formatDate(startsOn) }) : null}
      </p>
      {isReady && preview ? <Outcome of={preview}>{t('展期到 {{day}}', { day: formatDate(until ?? '') })}</Outcome> : null}
    </ApplicationForm>
  )
}
