import { Button } from 'antd'
import { useSearchParams } from 'react-router'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatMoney } from '#web/values/format.ts'
import { BEHAVIOURS, type Behaviour, sandboxCashier, sandboxPay } from '../../merchants/model/sandbox-trade.ts'
import style from './my-fees.module.css'

/** Beside paying, what a provider may do wrong. */
const OTHERS = (Object.keys(BEHAVIOURS) as Behaviour[]).filter(how => how !== 'pay')
const DELAY_SECONDS = 30
/** 模拟收银台: the page of the simulated provider. No money moves here. */
export default function CashierPage() {
  const [params] = useSearchParams()
  const orderNo = params.get('orderNo')
  if (orderNo) return <Cashier of={{ orderNo, tenantId: params.get('tenantId') }} />
  return (
    <main className={style.cashier}>
      <Page title={t('模拟收银台')} width="form">
        <Empty title={t('没有这个订单')} />
      </Page>
    </main>
  )
}
function Cashier({ of }: { of: { orderNo: string; tenantId: string | null } }) {
  const read = useRead(sandboxCashier, of)
  const { data } = read
  const leave = () => data && window.location.assign(new URL(data.returnUrl, window.location.origin).href)
  const act = useAct(sandboxPay, { done: false, onDone: leave })
  const press = (how: Behaviour) => act.mutate({ ...of, how, ...(how === 'delayed' ? { seconds: DELAY_SECONDS } : {}) })
  if (!data) return <Loading of={read} lines={4} />
  const isOver = data.state === 'paid'
  return (
    <main className={style.cashier}>
      <Page title={t('模拟收银台')} width="form" help={t('用来试验缴费流程，不会真的付款。')}>
        <Sheet label={data.title}>
          <span>{data.merchant}</span>
          <b className={style.sum}>{formatMoney(data.amount)}</b>
          <span className="ql-quiet">{data.title}</span>
          {act.error ? <Refused what={t('付款没有成功')} error={act.error} /> : null}
          <Button type="primary" size="large" block loading={act.isPending} onClick={() => (isOver ? leave() : press('pay'))}>
            {isOver ? t('返回商户') : t('付款')}
          </Button>
        </Sheet>
        {isOver ? null : (
          <details>
            <summary>{t('试验别的情形')}</summary>
            <Stack gap={2}>
              {OTHERS.map(how => (
                <Button key={how} block disabled={act.isPending} onClick={() => press(how)}>
                  {t(BEHAVIOURS[how])}
                </Button>
              ))}
            </Stack>
          </details>
        )}
      </Page>
    </main>
  )
}
