import { t } from '#web/i18n/index.ts'
import { RunningWork, whileBusy } from '#web/records/RunningWork.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatNumber } from '#web/values/format.ts'
import { runningBatches } from '../../model/actions.ts'
import { photoBatch } from '../../model/batch.ts'

/** How far the server is with one's batches. */
export function Running() {
  const { data } = useRead(runningBatches, {}, { every: rows => whileBusy(rows) })
  const rows = (data ?? []).flatMap(row =>
    row
      ? [
          {
            id: row.id,
            text: t('{{name}}：已处理 {{done}} / {{total}} 张', { name: row.name, done: formatNumber(row.handled), total: formatNumber(row.expected) }),
            done: row.handled,
            total: row.expected,
          },
        ]
      : [],
  )
  return <RunningWork of={photoBatch} label={t('处理进度')} rows={rows} />
}
