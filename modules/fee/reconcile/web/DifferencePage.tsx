import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { proposeDiff, rejectDiff, resolveDiff } from '../model/actions.ts'
import { HANDLINGS, handlingsOf, reconDiff } from '../model/recon-diff.ts'

const VIEWS = {
  open: { label: '待处理', where: { state: ['open', 'proposed'] } },
  all: { label: '全部' },
} as const

/** 缴费管理 → 差异处理: one person says how, another confirms. */
export default function DifferencePage() {
  const views = useView(VIEWS, { label: t('差异处理') })
  return (
    <EntityTable<typeof reconDiff>
      of={reconDiff}
      title={t('差异处理')}
      verbs={['export']}
      views={views}
      columns={[
        { key: 'bizDate', width: 110, align: 'left' },
        { key: 'merchantId', width: 120, align: 'left' },
        { key: 'kind', width: 150 },
        { key: 'flow', width: 80 },
        { key: 'orderNo', width: 220, align: 'left' },
        { key: 'ourAmount', width: 120 },
        { key: 'theirAmount', width: 120 },
        { key: 'state', width: 100 },
        { key: 'handling', width: 110 },
        { key: 'note', align: 'left' },
        { key: 'txnNo', hidden: true },
        { key: 'refundNo', hidden: true },
        { key: 'ourDay', hidden: true },
        { key: 'theirAt', hidden: true },
        { key: 'theirFee', hidden: true },
        { key: 'carriedFrom', hidden: true },
        { key: 'makerId', hidden: true },
        { key: 'checkerId', hidden: true },
        { key: 'handledAt', hidden: true },
      ]}
      filters={['merchantId', 'bizDate', 'kind', 'flow', 'state']}
      rowActions={row => (
        <>
          <FormButton
            of={proposeDiff}
            input={{ id: row.id }}
            note={t('可以：{{ways}}。由另一人复核后才生效。', {
              ways: handlingsOf(row)
                .map(h => t(HANDLINGS[h]))
                .join('、'),
            })}
          />
          <ActionButton
            of={resolveDiff}
            input={{ id: row.id }}
            confirm={row.handling ? t('同意“{{handling}}”？{{note}}', { handling: t(HANDLINGS[row.handling]), note: row.note ?? '' }) : ''}
          />
          <FormButton of={rejectDiff} input={{ id: row.id }} danger />
        </>
      )}
    />
  )
}
