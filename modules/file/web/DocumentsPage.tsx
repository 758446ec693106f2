import { Button, Empty, Input } from 'antd'
import { Download, FileText } from 'lucide-react'
import { useState } from 'react'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { FileLink } from '#web/files/FileLink.tsx'
import { fileLink } from '#web/files/links.ts'
import { useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { useSettled } from '#web/inputs/RefSelect.tsx'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatBytes, formatDatetime } from '#web/values/format.ts'
import { countDownload, myDocuments } from '../model/files.ts'
import style from './file.module.css'

/** Documents for the user, by folder. */
export default function DocumentsPage() {
  const [typed, type] = useState('')
  const keyword = useSettled(typed.trim(), 250)
  const read = useRead(myDocuments, keyword ? { keyword } : {}, { keeps: true })
  const { data } = read
  const count = useAct(countDownload, { done: false })
  const documents = data?.documents ?? []
  const folders = Object.entries(Object.groupBy(documents, d => d.folder))
  return (
    <Page title={t('文件下载')} actions={<Input.Search value={typed} onChange={e => type(e.target.value)} placeholder={t('文件名')} aria-label={t('文件名')} allowClear />}>
      {data ? null : <Loading of={read} lines={4} />}
      {data && !documents.length ? <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={keyword ? t('没有找到这样的文件') : t('学校还没有给你的文件')} /> : null}
      {folders.map(([folder, list]) => (
        <Sheet key={folder} title={folder} className={style.folder}>
          <ul>
            {(list ?? []).map(d => (
              <li key={d.id}>
                <FileText size={22} strokeWidth={1.5} aria-hidden="true" />
                <span>
                  <b>
                    <FileLink id={d.fileId}>{d.name}</FileLink>
                  </b>
                  <small>{[d.ext.toUpperCase(), formatBytes(d.size), t('{{time}} 更新', { time: formatDatetime(d.updatedAt) }), d.note].filter(Boolean).join(' · ')}</small>
                </span>
                <Button href={fileLink(d.fileId)} icon={<Download size={16} strokeWidth={1.75} />} onClick={() => count.mutate({ id: d.id })}>
                  {t('下载')}
                </Button>
              </li>
            ))}
          </ul>
        </Sheet>
      ))}
    </Page>
  )
}
