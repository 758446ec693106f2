import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { DownloadButton } from '#web/forms/DownloadButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatMoney } from '#web/values/format.ts'
import { myReceiptPdf, myReceipts, receiptStates } from '../../model/receipt.ts'

/** The reader's receipts, each as a PDF. */
export function MyReceipts() {
  const { data } = useRead(myReceipts, {})
  if (!data?.receipts.length) return null
  return (
    <Sheet title={t('票据')}>
      <Stack gap={3}>
        {data.receipts.map(r =>
          r ? (
            <Row key={r.id} spread="between">
              <span>
                {r.no ?? r.orderNo} <StateTag of={receiptStates} state={r.state} />
              </span>
              <Row>
                <b>{formatMoney(r.amount)}</b>
                {r.no ? (
                  <DownloadButton of={myReceiptPdf} input={{ id: r.id }}>
                    PDF
                  </DownloadButton>
                ) : null}
              </Row>
            </Row>
          ) : null,
        )}
      </Stack>
    </Sheet>
  )
}
