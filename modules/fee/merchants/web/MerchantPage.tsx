import { ActionButton } from '#web/forms/ActionButton.tsx'
import { notify } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { merchantAccount, testConnection } from '../model/merchant-account.ts'

/** 缴费管理 → 收款账户: keys are entered here and never shown again, only their fingerprints and expiry. */
export default function MerchantPage() {
  return (
    <EntityTable<typeof merchantAccount>
      of={merchantAccount}
      title={t('收款账户')}
      columns={[
        { key: 'name', align: 'left' },
        { key: 'provider', width: 130 },
        { key: 'book', width: 100 },
        { key: 'merchantNo', width: 180, align: 'left' },
        { key: 'scenes', width: 220 },
        { key: 'mode', width: 90 },
        { key: 'keyExpiresOn', width: 120 },
        { key: 'isEnabled', width: 90 },
        { key: 'keyPrint', hidden: true },
        { key: 'providerKeyPrint', hidden: true },
        { key: 'gateway', hidden: true },
      ]}
      filters={['provider', 'book', 'mode', 'isEnabled']}
      form={{
        layout: [
          ...(['provider', 'book', 'name', 'merchantNo', 'appId', 'gateway', 'scenes', 'mode', 'isEnabled'] as const),
          ...(['privateKey', 'certificate', 'providerKey', 'providerKeyId', 'apiKey', 'contract'] as const),
        ],
      }}
      rowActions={row => <ActionButton of={testConnection} input={{ id: row.id }} done={false} onDone={tell} />}
    />
  )
}
const tell = ({ ok, answer }: { ok: boolean; answer: string }): void => (ok ? notify.success(t('连接正常，签名都对')) : notify.error(t('连接没有成功：{{answer}}', { answer })))
