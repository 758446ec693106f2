import { Button, Progress, Select } from 'antd'
import { useState } from 'react'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import type { DrawnInput } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useRead } from '#web/records/useRead.ts'
import { useCan } from '#web/session/useCan.ts'
import { formatNumber } from '#web/values/format.ts'
import { bucketNames, cancelMove, fileMove, moveFiles } from '../model/files.ts'

export default function FileMovePage() {
  const [isOpen, open] = useState(false)
  const mayMove = useCan(moveFiles.permission)
  return (
    <>
      <EntityTable
        of={fileMove}
        columns={[
          'startedAt',
          'fromBucket',
          'toBucket',
          { key: 'state', tones: { copying: 'going', clearing: 'going', done: 'done', failed: 'refused', cancelled: 'over' } },
          { key: 'copied', title: t('进度'), width: 200, render: row => <Progress percent={row.total ? Math.floor((row.copied / row.total) * 100) : 0} size="small" /> },
          { key: 'total', render: row => formatNumber(row.total) },
          { key: 'message', width: 280, align: 'left' },
        ]}
        filters={['state']}
        detail={{ history: false }}
        toolbar={
          mayMove ? (
            <Button type="primary" onClick={() => open(true)}>
              {t('迁移文件')}
            </Button>
          ) : null
        }
        rowActions={row => [
          row.state === 'copying' && (
            <ActionButton key="cancel" of={cancelMove} input={{ id: row.id }} danger confirm={t('取消后文件仍在原来的存储，已复制的部分会留在新存储。')} />
          ),
        ]}
      />
      {isOpen ? (
        <ActionForm
          of={moveFiles}
          onClose={() => open(false)}
          note={t('先全部复制并核对数量，再一次切换；中断后会从停下的地方继续。迁移期间文件照常可用。')}
          layout={[
            { field: 'fromBucket', render: props => <BucketSelect {...props} /> },
            { field: 'toBucket', render: props => <BucketSelect {...props} /> },
          ]}
        />
      ) : null}
    </>
  )
}
function BucketSelect({ id, value, onChange, describedBy }: DrawnInput) {
  const { data } = useRead(bucketNames, {})
  return (
    <Select
      id={id}
      aria-describedby={describedBy}
      value={typeof value === 'string' ? value : null}
      onChange={onChange}
      options={(data ?? []).flatMap(b => (b ? [{ value: b.name, label: t('{{name}}（{{n}} 个文件）', { name: b.label, n: formatNumber(b.count) }) }] : []))}
    />
  )
}
