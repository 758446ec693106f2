import { Button } from 'antd'
import { FolderTree } from 'lucide-react'
import { Suspense, useState } from 'react'
import { audienceInput } from '#modules/system/web/AudienceInput.tsx'
import { lazily } from '#web/base/chunk.ts'
import { FileLink } from '#web/files/FileLink.tsx'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useCan } from '#web/session/useCan.ts'
import { formatDatetime } from '#web/values/format.ts'
import { type Edition, fileDoc } from '../model/files.ts'
import style from './file.module.css'

const Folders = lazily(() => import('./Folders.tsx'))

export default function FileDocPage() {
  const [isOpen, open] = useState(false)
  const mayFolder = useCan('file:fileFolder:list')
  return (
    <>
      <EntityTable
        of={fileDoc}
        columns={[
          { key: 'name', width: 260, align: 'left' },
          'folderId',
          { key: 'edition', render: row => t('第 {{n}} 版', { n: row.edition }) },
          'downloads',
          'validTo',
          'updatedAt',
          'isEnabled',
          { key: 'note', hidden: true },
        ]}
        filters={['folderId', 'isEnabled', 'validTo']}
        toolbar={
          mayFolder ? (
            <Button icon={<FolderTree size={16} strokeWidth={1.75} />} onClick={() => open(true)}>
              {t('文件夹')}
            </Button>
          ) : null
        }
        form={{
          size: 720,
          initial: { audience: { all: true } },
          layout: [
            { fields: ['name', 'folderId', 'file', 'note'] },
            {
              title: '谁可以看',
              fields: [
                {
                  field: 'audience',
                  render: audienceInput('file:fileDoc:add', { isLive: true }),
                },
                'validTo',
                'isEnabled',
              ],
            },
          ],
        }}
        detail={{
          sections: [
            { fields: ['name', 'folderId', 'file', 'note', 'validTo', 'downloads', 'isEnabled'] },
            { title: '历次版本', render: row => <Editions of={row.editions ?? []} /> },
          ],
        }}
      />
      <Suspense>{isOpen ? <Folders onClose={() => open(false)} /> : null}</Suspense>
    </>
  )
}
const Editions = ({ of }: { of: readonly Edition[] }) => (
  <ul className={style.editions}>
    {of.map(e => (
      <li key={e.edition}>
        <FileLink id={e.fileId}>{t('第 {{n}} 版', { n: e.edition })}</FileLink>
        <small>{t('{{name}} 于 {{time}}', { name: e.byName, time: formatDatetime(e.at) })}</small>
      </li>
    ))}
  </ul>
)
