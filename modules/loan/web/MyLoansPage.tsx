import { Link } from 'react-router'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { StudentsOnly } from '#web/session/StudentsOnly.tsx'
import { formatDate, formatMoney } from '#web/values/format.ts'
import { myLoans, proveReceipt, registerMine } from '../model/actions.ts'
import { LOAN_KINDS, SURPLUS_WAYS } from '../model/credit-loan.ts'
import { loanStates } from '../model/loan-states.ts'
import { receiptStates } from '../model/receipt.ts'
import { CampusCards } from './CampusCards.tsx'
import { ExtensionCards } from './ExtensionCards.tsx'
import { PaybackSheet } from './PaybackSheet.tsx'

export type Mine = AnswerOf<typeof myLoans>
type Loan = NonNullable<Mine['loans'][number]>
/** 我的助学贷款: how much may be borrowed, the receipt, how far each loan is, and what paying back costs. */
export default function MyLoansPage() {
  return (
    <StudentsOnly title={t('我的助学贷款')} otherwise={t('当前账号不是学生，没有自己的助学贷款')}>
      <Own />
    </StudentsOnly>
  )
}
function Own() {
  const read = useRead(myLoans, {})
  const { data } = read
  if (!data) return <Loading of={read} lines={8} />
  const loans = data.loans.flatMap(l => l ?? [])
  return (
    <Page title={t('我的助学贷款')} width="form">
      <Borrow of={data} />
      <CampusCards />
      <ExtensionCards />
      {loans.map(loan => (
        <LoanCard key={loan.id} of={loan} />
      ))}
      {loans.length ? null : <Empty title={t('还没有助学贷款')} />}
      {loans.some(l => l.state === 'active' || l.state === 'arrived' || l.state === 'graduating') ? <Link to="/loan/extend">{t('毕业后继续读书，申请深造展期')}</Link> : null}
      <PaybackSheet of={data} />
    </Page>
  )
}
/** What this school year costs, and the most that may be borrowed for it. */
function Borrow({ of: { year, mayRegister } }: { of: Mine }) {
  if (!year) return null
  const { xn, cap, tuition, lodging, receiptBy } = year
  return (
    <Sheet title={t('{{xn}} 学年能贷多少', { xn })}>
      <Row spread="between">
        <span>{t('最多可贷')}</span>
        <b>{formatMoney(cap)}</b>
      </Row>
      <Row spread="between">
        <span>{t('学费 {{tuition}}，住宿费 {{lodging}}', { tuition: formatMoney(tuition), lodging: formatMoney(lodging) })}</span>
        <span>{t('生活费最多 {{living}}', { living: formatMoney(Math.max(0, cap - tuition - lodging)) })}</span>
      </Row>
      <p className="ql-help">{t('生源地贷款在家乡县区的资助中心办理，拿到回执后拍照登记，{{day}} 前由学校录入。登记后所抵的费用不用先缴。', { day: formatDate(receiptBy) })}</p>
      {mayRegister ? (
        <FormButton of={registerMine} type="primary" initial={{ xn, surplusTo: 'payout', isRenewal: false }} changes={['loanReceipt', 'billLine']} done={t('已登记')}>
          {t('拍回执，登记贷款')}
        </FormButton>
      ) : null}
      {mayRegister ? <Link to="/loan/apply">{t('没有办生源地贷款，申请校园地贷款')}</Link> : null}
    </Sheet>
  )
}
function LoanCard({ of }: { of: Loan }) {
  const { xn, kind, approved, state } = of
  return (
    <Sheet title={t('{{xn}} {{kind}}贷款', { xn, kind: t(LOAN_KINDS[kind]) })} actions={<StateTag of={loanStates} state={state} />}>
      <Row spread="between">
        <span>{of.contractTail ? t('合同号末四位 {{tail}}', { tail: of.contractTail }) : t('还没有合同')}</span>
        <b>{formatMoney(approved)}</b>
      </Row>
      {of.receiptState ? (
        <Row spread="between">
          <span>{t('回执 {{day}} 截止', { day: formatDate(of.deadline ?? '') })}</span>
          <StateTag of={receiptStates} state={of.receiptState} />
        </Row>
      ) : null}
      {of.receiptNote ? <p className="ql-help">{of.receiptNote}</p> : null}
      {of.receiptId && of.receiptState && receiptStates.allows({ state: of.receiptState }, 'prove') ? (
        <FormButton of={proveReceipt} input={{ id: of.receiptId }} done={t('已上传')} />
      ) : null}
      <Standing of={of} />
    </Sheet>
  )
}
function Standing({ of: { arrived, offsetTotal, surplus, surplusTo, repaid, expectedOn, state, note, coverEndsOn } }: { of: Loan }) {
  if (arrived)
    return (
      <p className="ql-help">
        {t('到账 {{arrived}}，抵费用 {{offset}}，余款 {{surplus}}', { arrived: formatMoney(arrived), offset: formatMoney(offsetTotal), surplus: formatMoney(surplus) })}
        {surplus ? `（${t(SURPLUS_WAYS[surplusTo])}）` : ''}
        {repaid ? t('，国家代偿 {{repaid}}', { repaid: formatMoney(repaid) }) : ''}
      </p>
    )
  return (
    <>
      {expectedOn && (state === 'registered' || state === 'receiptEntered' || state === 'awaiting') ? (
        <p className="ql-help">{t('预计 {{day}} 前后到账，到账后抵学费和住宿费。', { day: formatDate(expectedOn) })}</p>
      ) : null}
      {coverEndsOn ? <p className="ql-help">{t('所抵的费用缓缴到 {{day}}。', { day: formatDate(coverEndsOn) })}</p> : null}
      {note ? <p className="ql-help">{note}</p> : null}
    </>
  )
}
