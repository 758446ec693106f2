import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { formatMoney } from '#web/values/format.ts'
import { adjustment, approveAdjustment, rejectAdjustment } from '../model/adjustment.ts'

/** 缴费管理 → 调账: single lines and credits changed by hand, asked for by one and posted by another. */
export default function AdjustmentPage() {
  return (
    <EntityTable<typeof adjustment>
      of={adjustment}
      title={t('调账')}
      verbs={['export']}
      columns={[
        { key: 'payerName', width: 110, align: 'left' },
        { key: 'about', width: 170, align: 'left' },
        { key: 'kind', width: 110 },
        { key: 'amount', width: 130 },
        { key: 'reason', align: 'left' },
        { key: 'state', width: 110 },
        { key: 'makerId', width: 110 },
        { key: 'createdAt', width: 160 },
        { key: 'checkerId', hidden: true },
        { key: 'checkedOn', hidden: true },
        { key: 'fundId', hidden: true },
        { key: 'slipNo', hidden: true },
        { key: 'why', hidden: true },
      ]}
      filters={['state', 'kind', 'studentId', 'checkedOn']}
      rowActions={row => (
        <>
          {row.kind === 'giveBack' && !row.fundId ? (
            <FormButton of={approveAdjustment} input={{ id: row.id }} note={t('转账之后填写凭证号，预存随即减少 {{amount}}。', { amount: formatMoney(row.amount) })} />
          ) : (
            <ActionButton
              of={approveAdjustment}
              input={{ id: row.id }}
              changes={['billLine', 'payerCredit', 'todo']}
              confirm={t('{{name}} {{about}}：{{amount}}，原因：{{reason}}。复核通过后入账。', {
                name: row.payerName,
                about: row.about,
                amount: formatMoney(row.amount),
                reason: row.reason,
              })}
            />
          )}
          <FormButton of={rejectAdjustment} input={{ id: row.id }} danger />
        </>
      )}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('手工改动单条应缴和预存的申请，一人申请、另一人复核后才入账。'),
  who: t('财务处。'),
  first: t('在“待复核”里核对原因和金额；自己申请的要由别人复核。'),
})
