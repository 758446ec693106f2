import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { formatMoney } from '#web/values/format.ts'
import { approveBudget, askBudget, moveFund } from '../model/actions.ts'
import { fundAccount } from '../model/fund-account.ts'

/** 资金管理 → 经费: budgets, and what of them is promised and paid. */
export default function FundPage() {
  return (
    <EntityTable<typeof fundAccount>
      of={fundAccount}
      columns={[
        { key: 'code', width: 120, align: 'left' },
        { key: 'name', align: 'left' },
        { key: 'sourceKind', width: 110 },
        { key: 'year', width: 80 },
        { key: 'budget', width: 130 },
        { key: 'reserved', width: 130 },
        { key: 'spent', width: 130 },
        { key: 'available', width: 130 },
        { key: 'asked', hidden: true },
        { key: 'askedReason', hidden: true },
        { key: 'askedBy', hidden: true },
        { key: 'askedTo', hidden: true },
        { key: 'donorName', hidden: true },
      ]}
      filters={['year', 'sourceKind']}
      rowActions={row =>
        row.asked === null ? (
          <>
            <FormButton of={askBudget} input={{ id: row.id }} note={t('由另一人复核后生效。')} />
            <FormButton of={moveFund} input={{ id: row.id }} note={t('由另一人复核后，从“{{name}}”调出。', { name: row.name })} />
          </>
        ) : (
          <ActionButton
            of={approveBudget}
            input={{ id: row.id }}
            confirm={t('“{{name}}”的预算变动 {{amount}}：{{reason}}', { name: row.name, amount: formatMoney(row.asked), reason: row.askedReason ?? '' })}
          />
        )
      }
    />
  )
}
