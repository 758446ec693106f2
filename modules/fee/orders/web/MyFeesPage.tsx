import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { QrCode } from '#web/feedback/QrCode.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { StudentsOnly } from '#web/session/StudentsOnly.tsx'
import { formatDatetime, formatMoney } from '#web/values/format.ts'
import { ORIGINS } from '../../bills/model/bill-line.ts'
import type { createOrder } from '../model/actions.ts'
import { myFees } from '../model/actions.ts'
import { orderStates } from '../model/pay-order.ts'
import { leaveFor, payByBridge } from './launch.ts'
import style from './my-fees.module.css'
import { Outcome } from './Outcome.tsx'
import { PayCard } from './PayCard.tsx'

export type Mine = AnswerOf<typeof myFees>
type Made = AnswerOf<typeof createOrder>

/** 我的缴费: one card with what is to be paid now and why, one with what is one's own choice; what was paid; credit. */
export default function MyFeesPage() {
  return (
    <StudentsOnly title={t('我的缴费')} otherwise={t('当前账号不是学生，没有自己的缴费')}>
      <Own />
    </StudentsOnly>
  )
}
function Own() {
  const read = useRead(myFees, {})
  const navigate = useNavigate()
  const [code, setCode] = useState<{ id: string; text: string }>()
  const { data } = read
  if (!data) return <Loading of={read} lines={8} />
  const go = ({ id, payload }: Made) => {
    if (!payload) return
    if (payload.kind === 'code') setCode({ id, text: payload.text })
    else if (payload.kind === 'bridge') payByBridge(payload.fields, () => navigate(`/fee/paid?id=${id}`))
    else if (payload.kind === 'link' && payload.url.startsWith('/')) navigate(payload.url)
    else leaveFor(payload)
  }
  const [due, chosen] = [data.toPay.filter(l => !l.isApart), data.toPay.filter(l => l.isApart)]
  return (
    <Page title={t('我的缴费')} width="form">
      {data.toPay.length ? null : <Empty title={t('没有要缴的费用')} />}
      {due.length ? <PayCard title={t('现在要缴')} lines={due} ways={data.ways} onMade={go} /> : null}
      {chosen.length ? <PayCard title={t('自愿缴纳')} help={t('由你自己决定要不要，不缴不影响学习和生活。')} lines={chosen} ways={data.ways} onMade={go} /> : null}
      <Credits of={data.credits} />
      <Orders of={data.orders} />
      {code ? (
        <Panel open onClose={() => setCode(undefined)} title={t('扫码支付')} size={480}>
          <div className={style.code}>
            <QrCode text={new URL(code.text, window.location.origin).href} label={t('支付二维码')} size={220} />
            <Outcome id={code.id} />
          </div>
        </Panel>
      ) : null}
    </Page>
  )
}
const Credits = ({ of }: { of: Mine['credits'] }) =>
  of.length ? (
    <Sheet title={t('预存')}>
      {of.map(c => (
        <Row key={c.origin} spread="between">
          <span>{t(ORIGINS[c.origin])}</span>
          <b>{formatMoney(c.balance)}</b>
        </Row>
      ))}
      <p className="ql-help">{t('多缴或退回的钱，可以抵以后的费用，也可以由财务处退还。')}</p>
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
