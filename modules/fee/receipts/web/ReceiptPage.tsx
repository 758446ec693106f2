import { ActionButton } from '#web/forms/ActionButton.tsx'
import { DownloadButton } from '#web/forms/DownloadButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useSpan } from '#web/statistics/useSpan.tsx'
import { issueReceipts, receipt, receiptPdf, receiptZip, retryReceipt, reverseReceipt } from '../model/receipt.ts'

/** 缴费管理 → 票据: what was issued, what failed and why, what was taken back. */
export default function ReceiptPage() {
  const { span, picker } = useSpan(7)
  return (
    <EntityTable<typeof receipt>
      of={receipt}
      title={t('票据')}
      verbs={['export']}
      toolbar={
        <>
          {picker}
          <DownloadButton of={receiptZip} input={{ from: span.from, to: span.to }}>
            {t('打包下载')}
          </DownloadButton>
          <FormButton of={issueReceipts} note={t('缴费后自动开票；这里为没有票据的订单补开。')} />
        </>
      }
      columns={[
        { key: 'no', width: 190, align: 'left' },
        { key: 'kind', width: 130 },
        { key: 'payerName', width: 100, align: 'left' },
        { key: 'amount', width: 120 },
        { key: 'state', width: 100 },
        { key: 'issuedAt', width: 160 },
        { key: 'orderNo', width: 220, align: 'left' },
        { key: 'why', align: 'left' },
        { key: 'checkCode', hidden: true },
        { key: 'reverseNo', hidden: true },
        { key: 'reversedAt', hidden: true },
        { key: 'reason', hidden: true },
        { key: 'isTest', hidden: true },
      ]}
      filters={['state', 'kind', 'studentId', 'issuedAt', 'isTest']}
      rowActions={row => (
        <>
          {row.no ? (
            <DownloadButton of={receiptPdf} input={{ id: row.id }}>
              PDF
            </DownloadButton>
          ) : null}
          <ActionButton of={retryReceipt} input={{ id: row.id }} />
          <FormButton of={reverseReceipt} input={{ id: row.id }} danger note={t('这张票据冲红，号码保留可查；按订单现在的缴费重新开票。')} />
        </>
      )}
    />
  )
}
