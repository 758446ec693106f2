import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { merchantAccount } from '../model/merchant-account.ts'

/** 缴费管理 → 收款账户. */
export default function MerchantPage() {
  return (
    <EntityTable<typeof merchantAccount>
      of={merchantAccount}
      title={t('收款账户')}
      columns={[
        { key: 'name', align: 'left' },
        { key: 'provider', width: 130 },
        { key: 'merchantNo', width: 200, align: 'left' },
        { key: 'scenes', width: 240 },
        { key: 'mode', width: 90 },
        { key: 'isEnabled', width: 90 },
      ]}
      filters={['provider', 'mode', 'isEnabled']}
      form={{ layout: ['provider', 'name', 'merchantNo', 'appId', 'scenes', 'mode', 'isEnabled'] }}
    />
  )
}
