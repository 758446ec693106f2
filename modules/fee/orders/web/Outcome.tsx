import { useEffect, useState } from 'react'
import { Loading } from '#web/feedback/Loaded.tsx'
import { State } from '#web/feedback/State.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime, formatMoney } from '#web/values/format.ts'
import { myOrder } from '../model/actions.ts'
import style from './my-fees.module.css'

const ASKS_EVERY_MS = 2_000
const ASKS_FOR_MS = 60_000
/** What became of an order: the server is asked for a minute, then it tells the payer by itself. */
export function Outcome({ id }: { id: string }) {
  const [isWaiting, setWaiting] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setWaiting(false), ASKS_FOR_MS)
    return () => clearTimeout(timer)
  }, [])
  const read = useRead(myOrder, { id }, { every: order => (isWaiting && (!order || order.state === 'created' || order.state === 'paying') ? ASKS_EVERY_MS : 0) })
  const { data } = read
  if (!data) return <Loading of={read} lines={3} />
  return (
    <div className={style.outcome} role="status">
      <Words order={data} isWaiting={isWaiting} />
      <b className={style.sum}>{formatMoney(data.amount)}</b>
      <span>{data.title}</span>
      <small className="ql-quiet">{t('订单号 {{no}}', { no: data.orderNo })}</small>
    </div>
  )
}
function Words({ order, isWaiting }: { order: { state: string; paidAt: string | null; surplus: number }; isWaiting: boolean }) {
  if (order.state === 'closed') return <State tone="over">{t('订单已关闭，没有付款')}</State>
  if (order.state !== 'created' && order.state !== 'paying')
    return (
      <>
        <State tone="done">{t('已支付')}</State>
        {order.paidAt ? <small className="ql-quiet">{formatDatetime(order.paidAt)}</small> : null}
        {order.surplus ? <p>{t('其中 {{amount}} 多缴，已转入预存', { amount: formatMoney(order.surplus) })}</p> : null}
      </>
    )
  return <State tone="going">{isWaiting ? t('正在等待支付结果') : t('还没有收到支付结果，收到后会通知你')}</State>
}
