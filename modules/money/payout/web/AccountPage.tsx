import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { confirmHolder, saveAccount } from '../model/actions.ts'
import { bankAccount } from '../model/bank-account.ts'

/** 资金管理 → 银行卡: where students are paid. */
export default function AccountPage() {
  return (
    <EntityTable<typeof bankAccount>
      of={bankAccount}
      toolbar={<FormButton of={saveAccount} note={t('原来的卡保留，新卡成为默认。')} />}
      columns={[
        { key: 'studentId', width: 120 },
        { key: 'bankName', width: 140 },
        { key: 'lastFour', width: 90 },
        { key: 'holderName', width: 120, align: 'left' },
        { key: 'isDefault', width: 90 },
        { key: 'verifiedAt', width: 160 },
        { key: 'createdAt', width: 160 },
        { key: 'branchNo', hidden: true },
        { key: 'cardNo', hidden: true },
      ]}
      filters={['studentId', 'bankName', 'isDefault']}
      rowActions={row => (row.verifiedAt ? null : <ActionButton of={confirmHolder} input={{ id: row.id }} confirm={t('确认可以发到户名“{{name}}”？', { name: row.holderName })} />)}
    />
  )
}
