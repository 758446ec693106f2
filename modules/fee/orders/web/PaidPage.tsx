import { Button } from 'antd'
import { useNavigate, useSearchParams } from 'react-router'
import { Empty } from '#web/feedback/Empty.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { Outcome } from './Outcome.tsx'

/** Where the provider's page returns to. What the address says decides nothing: the server is asked. */
export default function PaidPage() {
  const id = useSearchParams()[0].get('id')
  const navigate = useNavigate()
  const done = (
    <Button type="primary" size="large" block onClick={() => navigate('/fee/mine')}>
      {t('完成')}
    </Button>
  )
  return (
    <Page title={t('支付结果')} width="form" foot={done}>
      {id ? (
        <Sheet title={t('这笔订单')}>
          <Outcome id={id} />
        </Sheet>
      ) : (
        <Empty title={t('没有这个订单')} />
      )}
    </Page>
  )
}
