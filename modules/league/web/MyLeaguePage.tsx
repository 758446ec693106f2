import { useState } from 'react'
import { usePayment, useScene } from '#modules/fee/orders/web/public/usePayment.tsx'
import { Dialog } from '#web/feedback/Dialog.tsx'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { newKey } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { StudentsOnly } from '#web/session/StudentsOnly.tsx'
import { formatMoney } from '#web/values/format.ts'
import { myLeague, payFor } from '../model/fee-actions.ts'
import { BranchCard } from './mine/BranchCard.tsx'
import { OwnCard } from './mine/OwnCard.tsx'
import { OpenTransfers } from './OpenTransfers.tsx'

export type Mine = AnswerOf<typeof myLeague>
type CreatedOrder = AnswerOf<typeof payFor>

/** 我的团费: the member's own, paid by one press; for a secretary, who of the branch has not paid. */
export default function MyLeaguePage() {
  return (
    <StudentsOnly title={t('我的团费')} otherwise={t('当前账号不是学生，没有自己的团费')}>
      <Own />
    </StudentsOnly>
  )
}
function Own() {
  const read = useRead(myLeague, {})
  const payment = usePayment()
  const [smaller, setSmaller] = useState<CreatedOrder>()
  const act = useAct(payFor, { done: false, onDone: made => (made.dropped.length ? setSmaller(made) : payment.go(made)) })
  const scene = useScene(read.data?.way?.scenes.flatMap(s => s ?? []) ?? [])
  const { data } = read
  if (!data) return <Loading of={read} lines={6} />
  const { way } = data
  const pay = way && scene ? (ids: readonly string[], amount: number) => act.mutate({ ids: [...ids], amount, merchantId: way.merchantId, scene, idemKey: newKey() }) : undefined
  return (
    <Page title={t('我的团费')} width="form">
      {act.error ? <Refused what={t('支付没有成功')} error={act.error} /> : null}
      {data.member || data.fees.length ? <OwnCard of={data} pay={pay} isBusy={act.isPending} /> : <Empty title={t('你不在团员名册里')} />}
      {data.branch ? <BranchCard of={data.branch} pay={pay} isBusy={act.isPending} /> : null}
      <OpenTransfers />
      {payment.panel}
      {smaller ? <Smaller of={smaller} onPay={() => payment.go(smaller)} onClose={() => setSmaller(undefined)} /> : null}
    </Page>
  )
}
/** 40-G7: who was left out, and what remains to be paid. */
const Smaller = ({ of, onPay, onClose }: { of: CreatedOrder; onPay: () => void; onClose: () => void }) => (
  <Dialog
    open
    title={t('有 {{n}} 人没有列入', { n: of.dropped.length })}
    verb={t('支付 {{amount}}', { amount: formatMoney(of.amount) })}
    onAct={() => {
      onClose()
      onPay()
    }}
    onClose={onClose}
  >
    <ul>{of.dropped.map(d => (d ? <li key={d.name}>{d.why === 'paid' ? t('{{name}}已经缴清', { name: d.name }) : t('{{name}}正在自己支付', { name: d.name })}</li> : null))}</ul>
  </Dialog>
)
