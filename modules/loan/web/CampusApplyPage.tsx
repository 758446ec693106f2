import { ApplicationForm } from '#modules/workflow/applications/web/public/ApplicationForm.tsx'
import { ApplyPage, type BegunOf, type MineOf } from '#modules/workflow/applications/web/public/ApplyPage.tsx'
import { Outcome } from '#modules/workflow/applications/web/public/Outcome.tsx'
import { useApplicationForm, useBeginning } from '#modules/workflow/applications/web/public/useApplicationForm.ts'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatMoney } from '#web/values/format.ts'
import { campusApplication } from '../model/campus-application.ts'

const DRAFT = 'loan.campus'
const MINE = '/loan/mine'
const LAYOUT = [{ fields: ['xn', 'approved', 'bank', 'surplusTo', 'isRenewal', 'reason', 'files'] }, { title: '共同借款人', fields: ['coName', 'coRelation', 'coPhone'] }] as const
type FormStart = BegunOf<typeof campusApplication>
type Mine = MineOf<typeof campusApplication>

/** 申请校园地贷款: how much for which year, through which bank. */
export default function CampusApplyPage() {
  return (
    <ApplyPage draft={DRAFT} of={campusApplication} title={t('申请校园地贷款')} onlyStudents={t('当前账号不是学生，没有自己的助学贷款')} refused={t('这份申请不能修改')}>
      {(known, row) => <Form key={row?.id ?? 'new'} known={known} row={row} />}
    </ApplyPage>
  )
}
function Form({ known: { xn: year, last }, row }: { known: FormStart; row: Mine | undefined }) {
  const begun = useBeginning({ draft: DRAFT, id: row?.id, values: row ? { ...row } : { ...last, xn: year, surplusTo: 'payout', isRenewal: last !== null } })
  const state = useApplicationForm({ of: campusApplication, ...begun, page: MINE, layout: LAYOUT, beside: {}, unkept: ['coPhone', 'files'] })
  const { xn, approved } = state.form.values as { xn?: string; approved?: number }
  const isReady = Boolean(xn?.length === year.length && approved)
  const preview = useRead(campusApplication.preview, { xn: xn ?? year, approved: approved ?? 1, id: row?.id ?? null }, { enabled: isReady, keeps: true }).data
  return (
    <ApplicationForm of={state} title={t('申请校园地贷款')} own={{ path: MINE, label: t('我的助学贷款') }} isBlocked={isReady && Boolean(preview?.problems.length)}>
      <p className="ql-help">{t('没有办生源地贷款的，可以通过学校向合作银行申请。学校审批后由银行批复，放款后先抵学费和住宿费。')}</p>
      {isReady && preview ? (
        <Outcome of={preview}>
          {t('学费 {{tuition}}，住宿费 {{lodging}}，生活费 {{living}}', {
            tuition: formatMoney(preview.tuitionPart ?? 0),
            lodging: formatMoney(preview.lodgingPart ?? 0),
            living: formatMoney(preview.livingPart ?? 0),
          })}
        </Outcome>
      ) : null}
    </ApplicationForm>
  )
}
