import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import style from './my-fees.module.css'

/** Where the provider's page returns whoever has helped to pay. It decides nothing: the student is told when the money has arrived. */
export default function HelpDonePage() {
  return (
    <main className={style.cashier}>
      <Page title={t('支付结果')} width="form">
        <Sheet label={t('支付结果')}>
          <p>{t('付款完成后可以关闭本页，钱到账后学生会收到通知。')}</p>
        </Sheet>
      </Page>
    </main>
  )
}
