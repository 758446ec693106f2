import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { formatMoney } from '#web/values/format.ts'
import { clearTests, closeOrder, confirmCounter, queryNow, recordCounter, requestRefund } from '../model/actions.ts'
import { payOrder } from '../model/pay-order.ts'

/** 缴费管理 → 支付订单: every attempt to pay, by any provider. */
export default function OrderPage() {
  return (
    <EntityTable<typeof payOrder>
      of={payOrder}
      title={t('支付订单')}
      verbs={['export']}
      toolbar={
        <>
          <FormButton of={recordCounter} note={t('由另一人复核后才入账。')} />
          <ActionButton of={clearTests} input={{}} confirm={t('所有测试订单收的钱都退出台账，费用重新变成待缴。')} />
        </>
      }
      columns={[
        { key: 'orderNo', width: 220, align: 'left' },
        { key: 'payerName', width: 100, align: 'left' },
        { key: 'title', width: 150, align: 'left' },
        { key: 'provider', width: 110 },
        { key: 'amount', width: 120 },
        { key: 'state', width: 110 },
        { key: 'createdAt', width: 160 },
        { key: 'paidAt', width: 160 },
        { key: 'refunded', width: 110 },
        { key: 'providerTxnNo', hidden: true },
        { key: 'merchantId', hidden: true },
        { key: 'scene', hidden: true },
        { key: 'surplus', hidden: true },
        { key: 'fee', hidden: true },
        { key: 'slipNo', hidden: true },
        { key: 'isTest', hidden: true },
        { key: 'makerId', hidden: true },
        { key: 'checkerId', hidden: true },
      ]}
      filters={['state', 'provider', 'merchantId', 'studentId', 'paidAt', 'isTest']}
      rowActions={row => (
        <>
          <ActionButton of={queryNow} input={{ id: row.id }} />
          <ActionButton of={closeOrder} input={{ id: row.id }} confirm={t('先在支付渠道关闭，如果已经付款就入账。')} />
          {row.provider === 'counter' ? (
            <ActionButton
              of={confirmCounter}
              input={{ id: row.id }}
              confirm={t('请核对凭证 {{no}}，金额 {{amount}}。', { no: row.slipNo ?? '', amount: formatMoney(row.amount) })}
            />
          ) : null}
          <FormButton of={requestRefund} input={{ id: row.id }} note={t('先从预存里退，不够的从这笔订单缴的费用里退，那些费用会重新变成待缴。由另一人复核后才退款。')} />
        </>
      )}
    />
  )
}
