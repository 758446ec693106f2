import { ActionButton } from '#web/forms/ActionButton.tsx'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatBytes, formatNumber } from '#web/values/format.ts'
import { bucket, bucketNames, makeDefault, testBucket } from '../model/files.ts'
import style from './file.module.css'

export default function BucketPage() {
  return (
    <EntityTable
      of={bucket}
      toolbar={<Standing />}
      columns={[
        { key: 'name', width: 200, align: 'left' },
        'vendor',
        { key: 'endpoint', width: 280, align: 'left' },
        { key: 'fileCount', render: row => formatNumber(row.fileCount ?? 0) },
        {
          key: 'usedBytes',
          width: 180,
          render: row => (row.quotaGb ? t('{{used}}，上限 {{quota}} GB', { used: formatBytes(row.usedBytes ?? 0), quota: row.quotaGb }) : formatBytes(row.usedBytes ?? 0)),
        },
        'isDefault',
        'checkedAt',
        { key: 'region', hidden: true },
      ]}
      form={{
        layout: [{ fields: ['name', 'vendor', 'endpoint', 'region'] }, { title: '密钥', fields: ['accessKey', 'secret'] }, { title: '用法', fields: ['quotaGb', 'isPublic'] }],
      }}
      rowActions={row => [
        <ActionButton key="test" of={testBucket} input={{ id: row.id }} done={t('写入、读取和删除都正常')} />,
        !row.isDefault && (
          <ActionButton key="default" of={makeDefault} input={{ id: row.id }} confirm={t('以后上传的文件存到“{{name}}”。已有的文件不会移动，可以另外迁移。', { name: row.name })} />
        ),
      ]}
    />
  )
}
/** Current default store, with the option to return to local disk. */
function Standing() {
  const { data } = useRead(bucketNames, {})
  const now = data?.find(b => b?.isDefault)
  if (!now) return null
  return (
    <span className={style.standing} role="status">
      {t('新文件存到：{{name}}', { name: now.label })}
      {now.name === 'local' ? null : (
        <ActionButton of={makeDefault} type="link" input={{ id: null }} confirm={t('以后上传的文件存到服务器磁盘。已有的文件不会移动。')}>
          {t('改为服务器磁盘')}
        </ActionButton>
      )}
    </span>
  )
}
