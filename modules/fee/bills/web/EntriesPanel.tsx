import { ENTRY_KINDS } from '#modules/money/ledger/model/ledger-entry.ts'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { Shown } from '#web/records/columns.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDate, formatMoney, MISSING } from '#web/values/format.ts'
import { entriesOf } from '../model/actions.ts'
import { reverseEntry } from '../model/adjustment.ts'
import type { billLine } from '../model/bill-line.ts'
import { whyOf } from './public/why.ts'

/** Why a line has its amount, and all entries that make it. */
export function EntriesPanel({ line, onClose }: { line: Shown<typeof billLine>; onClose: () => void }) {
  const read = useRead(entriesOf, { id: line.id })
  return (
    <Panel open title={t('{{name}} 的{{item}}', { name: line.payerName, item: line.itemName ?? '' })} onClose={onClose}>
      <p className="ql-help">{(line.explain && whyOf(line.explain)) ?? t('由其他业务交来。')}</p>
      {read.data ? (
        <PlainTable
          label={t('流水')}
          rows={read.data}
          keyOf={e => e.id}
          columns={[
            [t('记账日'), e => formatDate(e.bizDate), { isHead: true }],
            [t('变动'), e => t(ENTRY_KINDS[e.kind])],
            [t('金额'), e => formatMoney(e.amount), { isNumber: true }],
            [t('经手人'), e => e.by ?? t('系统')],
            [t('原因'), e => e.reason ?? MISSING],
            [
              t('操作'),
              e =>
                e.mayReverse ? <FormButton of={reverseEntry} input={{ entryId: e.id }} changes={['adjustment']} note={t('由另一人复核后才冲销；在“调账”里可以看到。')} /> : null,
            ],
          ]}
        />
      ) : (
        <Loading of={read} lines={6} />
      )}
    </Panel>
  )
}
