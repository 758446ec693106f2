import { Segmented } from 'antd'
import { useState } from 'react'
import { PlacedButton } from '#web/feedback/PlacedButton.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useCan } from '#web/session/useCan.ts'
import { formatBytes } from '#web/values/format.ts'
import { attachment, blockFiles } from '../model/files.ts'

export default function AttachmentPage() {
  const mayBlock = useCan(blockFiles.permission)
  const [isOrphans, show] = useState(false)
  return (
    <EntityTable<typeof attachment>
      of={attachment}
      {...(isOrphans ? { where: { 'bizId.isNull': true } } : {})}
      toolbar={
        <Segmented
          value={isOrphans ? 'orphans' : 'all'}
          options={[
            { value: 'all', label: t('全部') },
            { value: 'orphans', label: t('无归属') },
          ]}
          onChange={which => show(which === 'orphans')}
        />
      }
      columns={[
        { key: 'name', width: 260, align: 'left' },
        { key: 'size', render: row => formatBytes(row.size) },
        { key: 'belongsTo', width: 160, align: 'left', render: row => (row.isOrphan ? t('无归属') : row.belongsTo) },
        'ownerId',
        'createdAt',
        'downloads',
        { key: 'scanState', tones: { clean: 'done', pending: 'going', blocked: 'refused' } },
        { key: 'bucketName', hidden: true },
        { key: 'isPublic', hidden: true },
        { key: 'expiresAt', hidden: true },
      ]}
      filters={['ownerId', 'ext', 'bizType', 'scanState', 'bucketName', 'createdAt']}
      detail={{ history: false }}
      rowActions={row => [
        row.scanState === 'blocked' ? (
          <ActionButton key="open" of={blockFiles} input={{ ids: [row.id], isBlocked: false }}>
            {t('恢复')}
          </ActionButton>
        ) : (
          <ActionButton
            key="block"
            of={blockFiles}
            input={{ ids: [row.id], isBlocked: true }}
            danger
            confirm={t('停用后任何人都打不开“{{name}}”，记录和内容都保留。', { name: row.name })}
          />
        ),
      ]}
      {...(mayBlock ? { batchActions: (rows, clear) => <BlockMany ids={rows.map(r => r.id)} onDone={clear} /> } : {})}
    />
  )
}
function BlockMany({ ids, onDone }: { ids: string[]; onDone: () => void }) {
  const act = useAct(blockFiles, { onDone })
  return (
    <PlacedButton isBusy={act.isPending} onClick={() => act.mutate({ ids, isBlocked: true })}>
      {t('停用#verb')}
    </PlacedButton>
  )
}
