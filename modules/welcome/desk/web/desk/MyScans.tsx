import { Sheet } from '#web/feedback/Sheet.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime } from '#web/values/format.ts'
import { myScans, undoScan } from '../../model/actions.ts'

/** The last scans of the reader; a wrong one is undone. */
export function MyScans() {
  const { data } = useRead(myScans, {})
  const rows = (data ?? []).flatMap(row => row ?? [])
  if (!rows.length) return null
  return (
    <Sheet title={t('最近办理')}>
      {rows.map(row => (
        <Row key={row.id} gap={2} spread="between">
          <span>
            {row.name} · {row.step} <span className="ql-quiet">{formatDatetime(row.at)}</span>
          </span>
          {row.mayUndo ? <ActionButton of={undoScan} input={{ id: row.id }} danger confirm={t('{{name}}的“{{step}}”回到待办。', { name: row.name, step: row.step })} /> : null}
        </Row>
      ))}
    </Sheet>
  )
}
