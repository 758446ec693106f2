import { Loaded } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { PrintButton } from '#web/print/PrintButton.tsx'
import { useRead } from '#web/records/useRead.ts'
import { awardForms } from '../model/actions.ts'
import { awardApplication } from '../model/application-row.ts'

/** Application forms of who was nominated, item by item: printed in one file, or packed with a file of each. */
export function FormsPanel({ batch, onClose }: { batch: { id: string; name: string }; onClose: () => void }) {
  const read = useRead(awardForms, { id: batch.id })
  return (
    <Panel open size={720} title={t('“{{name}}”的审批表', { name: batch.name })} onClose={onClose}>
      <Loaded of={read} empty={rows => (rows.length ? undefined : t('还没有拟推荐的申报'))}>
        {rows => (
          <Stack>
            <p className="ql-help">{t('每份正反两面印在一张 A4 纸上。放不下的不会打印，会指出是谁的哪一栏；可以在打印模板里调高这一栏。')}</p>
            <PlainTable
              label={t('审批表')}
              rows={rows}
              keyOf={r => r.itemId}
              columns={[
                [t('奖项'), r => r.item, { isHead: true }],
                [t('份数'), r => r.ids.length, { isNumber: true }],
                [t('打印'), r => <PrintButton of={awardApplication} template="awardForm" label="审批表" ids={r.ids.flatMap(id => id ?? [])} />],
              ]}
            />
          </Stack>
        )}
      </Loaded>
    </Panel>
  )
}
