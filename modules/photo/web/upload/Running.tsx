import { useQueryClient } from '@tanstack/react-query'
import { Progress } from 'antd'
import { useWhenChanged } from '#web/base/useWhenChanged.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { entityKey } from '#web/values/address.ts'
import { formatNumber } from '#web/values/format.ts'
import { runningBatches } from '../../model/actions.ts'

const [BUSY_MS, IDLE_MS] = [2000, 15_000] as const
/** How far the server is with one's batches; the list follows when one is done. */
export function Running() {
  const client = useQueryClient()
  const { data } = useRead(runningBatches, {}, { every: rows => (rows?.length ? BUSY_MS : IDLE_MS) })
  const count = data?.length ?? 0
  useWhenChanged(count, () => void client.invalidateQueries({ queryKey: [...entityKey('photoBatch'), 'list'] }))
  if (!data?.length) return null
  return (
    <Stack gap={2}>
      {data.map(row =>
        row ? (
          <Row key={row.id} gap={3}>
            <span role="status">{t('{{name}}：已处理 {{done}} / {{total}} 张', { name: row.name, done: formatNumber(row.handled), total: formatNumber(row.expected) })}</span>
            <Progress percent={Math.min(100, Math.floor((row.handled / row.expected) * 100))} aria-label={t('处理进度')} size="small" />
          </Row>
        ) : null,
      )}
    </Stack>
  )
}
