import { Link } from 'react-router'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { State, StateTag } from '#web/feedback/State.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { useCan, useMe } from '#web/session/useCan.ts'
import { formatDatetime, formatMoney } from '#web/values/format.ts'
import { LINE_STATES, ORIGINS } from '../../bills/model/bill-line.ts'
import { ownChoices } from '../../choices/model/offer.ts'
import { MyOffers } from '../../choices/web/public/MyOffers.tsx'
import { FEE_BOOKS, type FeeBook } from '../../merchants/model/merchant-account.ts'
import { MyReceipts } from '../../receipts/web/public/MyReceipts.tsx'
import { myFees } from '../model/actions.ts'
import { orderStates } from '../model/pay-order.ts'
import { AskHelp } from './AskHelp.tsx'
import style from './my-fees.module.css'
import { PayCard } from './PayCard.tsx'
import { usePayment } from './public/usePayment.tsx'
import { Reason } from './Reason.tsx'
import { useNamedPayer } from './useNamedPayer.ts'

export type Mine = AnswerOf<typeof myFees>
/** 40-G6: what belongs to different books is paid apart. */
const BOOKS = Object.keys(FEE_BOOKS) as FeeBook[]

/** 我的缴费: one card with what is to be paid now and why, one with what is one's own choice; what was paid; credit. */
export default function MyFeesPage() {
  const isStudent = Boolean(useMe().detail.studentId)
  // who has left, such as an alumnus, pays and chooses nothing
  const mayChoose = useCan(ownChoices.answer.permission)
  const read = useRead(myFees, {})
  const payment = usePayment()
  const named = useNamedPayer(payment.go)
  const { data } = read
  if (!data) return <Loading of={read} lines={8} />
  const cards = BOOKS.flatMap(book => {
    const [lines, ways] = [data.toPay.filter(l => l.book === book), data.ways.filter(w => w.book === book)]
    return [
      { key: book, title: book === 'student' ? t('现在要缴') : t(FEE_BOOKS[book]), lines: lines.filter(l => !l.isApart), ways },
      { key: `${book} chosen`, title: t('自愿缴纳'), help: t('这些是你自己选的，缴清前不影响学习和生活。'), lines: lines.filter(l => l.isApart), ways },
    ].flatMap(card => byAccount(card.lines).map((own, n) => ({ ...card, key: `${card.key} ${n}`, lines: own })))
  })
  return (
    <Page title={t('我的缴费')} width="form">
      {named.error ? <Refused what={t('支付没有成功')} error={named.error} /> : null}
      {data.toPay.length ? null : <Empty title={t('没有要缴的费用')} />}
      {cards.map(({ key, ...card }) => (card.lines.length ? <PayCard key={key} {...card} credits={data.credits} onMade={payment.go} onErrand={named.leave} /> : null))}
      {mayChoose ? <MyOffers /> : null}
      <Ways isStudent={isStudent} due={data.toPay.filter(l => !l.isApart && l.book === 'student').map(l => l.id)} />
      <Settled of={data.settled} />
      <Credits of={data.credits} />
      <Orders of={data.orders} />
      <MyReceipts />
      {payment.panel}
    </Page>
  )
}
/** Lines whose items name different accounts are different orders; those that name none go with the first. */
function byAccount(lines: Mine['toPay']): Array<Mine['toPay']> {
  const named = [...new Set(lines.flatMap(l => l.merchantId ?? []))]
  return named.length > 1 ? named.map(id => lines.filter(l => (l.merchantId ?? named[0]) === id)) : [lines]
}
const Settled = ({ of }: { of: Mine['settled'] }) =>
  of.length ? (
    <Sheet title={t('已缴清')}>
      {of.map(line => (
        <div key={line.id} className={style.line}>
          <Row spread="between">
            <span>{t('{{item}} {{xn}}', { item: line.item, xn: line.xn })}</span>
            <span>
              <b>{formatMoney(line.charged)}</b> <State tone={line.state === 'exempt' ? 'over' : 'done'}>{t(LINE_STATES[line.state])}</State>
            </span>
          </Row>
          <Reason line={line} />
        </div>
      ))}
    </Sheet>
  ) : null
/** What to do instead of paying now; the pages stand above this part. */
const Ways = ({ due, isStudent }: { due: readonly string[]; isStudent: boolean }) => (
  <Row gap={4}>
    {due.length ? <AskHelp lineIds={due} /> : null}
    {due.length && isStudent ? <Link to="/fee/request?kind=deferral">{t('申请缓缴')}</Link> : null}
    {due.length && isStudent ? <Link to="/fee/request?kind=instalment">{t('申请分期')}</Link> : null}
    {isStudent ? <Link to="/fee/request?kind=refund">{t('申请退费')}</Link> : null}
    {isStudent ? <Link to="/fee/requests/mine">{t('我的缴费申请')}</Link> : null}
  </Row>
)
const Credits = ({ of }: { of: Mine['credits'] }) =>
  of.length ? (
    <Sheet title={t('预存')}>
      {of.map(c => (
        <Row key={`${c.book} ${c.origin}`} spread="between">
          <span>
            {t(ORIGINS[c.origin])} {c.book === 'student' ? null : <small className="ql-quiet">{t(FEE_BOOKS[c.book])}</small>}
          </span>
          <b>{formatMoney(c.balance)}</b>
        </Row>
      ))}
      <p className="ql-help">{t('多缴或退回的钱，可以在上面用来缴费，也可以由财务处退还；贷款和资助的只缴可以用贷款抵的费用。')}</p>
    </Sheet>
  ) : null
const Orders = ({ of }: { of: Mine['orders'] }) =>
  of.length ? (
    <Sheet title={t('支付记录')}>
      {of.map(o => (
        <Row key={o.id} spread="between" className={style.order}>
          <span>
            {o.title}
            <small className="ql-quiet"> {o.paidAt ? formatDatetime(o.paidAt) : o.orderNo}</small>
          </span>
          <span>
            <b>{formatMoney(o.amount)}</b> <StateTag of={orderStates} state={o.state} />
          </span>
        </Row>
      ))}
    </Sheet>
  ) : null
