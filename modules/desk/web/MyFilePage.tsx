import { Button, Checkbox, Input, Tag } from 'antd'
import { Download, ExternalLink, FileText, Link2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { OutputOf } from '#model'
import { IMPORT_STATES } from '#model/import-states.ts'
import { Loaded, Loading, type Read } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { FileLink } from '#web/files/FileLink.tsx'
import { fileLink } from '#web/files/links.ts'
import { t } from '#web/i18n/index.ts'
import { useSettled } from '#web/inputs/RefSelect.tsx'
import { Page } from '#web/layout/Page.tsx'
import { Pager } from '#web/records/Pager.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatBytes, formatDatetime, formatNumber, MISSING } from '#web/values/format.ts'
import { myDocuments, myExports, myImports, myUploads } from '../model/own.ts'
import style from './apps/apps.module.css'
import { useAllApps, useOpenApp } from './apps/useApps.ts'
import deskStyle from './desk.module.css'

type Stored = OutputOf<typeof myUploads>
/** 我的文件: documents issued to me, uploads, exports of the last seven days, and external links. */
export default function MyFilePage() {
  return (
    <Page title={t('我的文件')}>
      <Documents />
      <Uploads />
      <Exports />
      <Imports />
      <Links />
    </Page>
  )
}
interface PartProps {
  title: string
  hint?: string
  aside?: ReactNode
  query: Read<readonly Stored[]>
  nothing: string
}
function Part({ title, hint, aside, query, nothing }: PartProps) {
  const { data } = query
  return (
    <Sheet title={title} note={hint} actions={aside} isBare className={style.part}>
      {data ? null : <Loading of={query} lines={2} />}
      {data && !data.length ? <p className={deskStyle.quiet}>{nothing}</p> : null}
      {data?.length ? (
        <ul className={style.files}>
          {data.map(file => (
            <li key={file.id}>
              <FileText size={20} strokeWidth={1.5} aria-hidden="true" />
              <span>
                <b>{file.fileId ? <FileLink id={file.fileId}>{file.name}</FileLink> : file.name}</b>
                <small>{factsOf(file).join(' · ')}</small>
              </span>
              {file.state ? <StateTag state={file.state} /> : null}
              {file.fileId ? <Button type="text" href={fileLink(file.fileId)} icon={<Download size={17} />} aria-label={t('下载 {{name}}', { name: file.name })} /> : null}
            </li>
          ))}
        </ul>
      ) : null}
    </Sheet>
  )
}
const factsOf = (file: Stored): string[] =>
  [
    file.about,
    file.size ? formatBytes(file.size) : null,
    formatDatetime(file.createdAt),
    file.expiresAt ? t('保留至 {{time}}', { time: formatDatetime(file.expiresAt) }) : null,
  ].filter((x): x is string => Boolean(x))
function StateTag({ state }: { state: string }) {
  const words: Readonly<Record<string, readonly [string, string]>> = {
    running: ['processing', t('正在生成')],
    failed: ['error', t('没有成功')],
    cancelled: ['default', t('已取消')],
    revoked: ['error', t('已作废')],
  }
  const [colour, text] = words[state] ?? []
  return text ? <Tag color={colour ?? 'default'}>{text}</Tag> : null
}
const Documents = () => <Part title={t('发给我的文件')} hint={t('以本人为对象开具的证明和表单')} query={useRead(myDocuments, {})} nothing={t('还没有发给你的文件')} />
const Exports = () => <Part title={t('我的导出')} hint={t('保留 7 天')} query={useRead(myExports, {})} nothing={t('最近 7 天没有后台导出')} />
/** Every import of the user with what it wrote; one that runs is followed in the tray. */
function Imports() {
  const [page, setPage] = useState({ page: 1, size: 20 })
  const read = useRead(myImports, { current: page.page, size: page.size }, { keeps: true })
  return (
    <Sheet title={t('我的导入')} isBare className={style.part}>
      <Loaded of={read} lines={2}>
        {data => (
          <>
            <PlainTable
              label={t('我的导入')}
              rows={data.result}
              keyOf={one => one.id}
              isCardsOnPhone
              empty={t('还没有导入过数据')}
              columns={[
                [t('文件'), one => one.name, { isHead: true }],
                [t('内容'), one => one.about ?? MISSING],
                [t('状态'), one => t(IMPORT_STATES[one.state])],
                [t('总行数'), one => formatNumber(one.total), { isNumber: true }],
                [t('新增的行'), one => formatNumber(one.added), { isNumber: true }],
                [t('修改的行'), one => formatNumber(one.changed), { isNumber: true }],
                [t('有错误'), one => formatNumber(one.bad), { isNumber: true }],
                [t('时间'), one => formatDatetime(one.createdAt)],
              ]}
            />
            {data.page.total > data.page.size ? <Pager state={page} total={data.page.total} onChange={part => setPage({ page: 1, size: page.size, ...part })} /> : null}
          </>
        )}
      </Loaded>
    </Sheet>
  )
}
function Uploads() {
  const [typed, setTyped] = useState('')
  const [archived, setArchived] = useState(false)
  const keyword = useSettled(typed.trim(), 300)
  return (
    <Part
      title={t('我的上传')}
      query={useRead(myUploads, { ...(keyword ? { keyword } : {}), ...(archived ? { archived } : {}) }, { keeps: true })}
      nothing={keyword ? t('没有名称含“{{keyword}}”的文件', { keyword }) : archived ? t('没有两年以前的文件') : t('还没有上传过文件')}
      aside={
        <>
          <Checkbox checked={archived} onChange={event => setArchived(event.target.checked)}>
            {t('两年以前')}
          </Checkbox>
          <Input.Search size="small" allowClear value={typed} onChange={event => setTyped(event.target.value)} placeholder={t('文件名')} aria-label={t('按文件名查找')} />
        </>
      }
    />
  )
}
function Links() {
  const apps = useAllApps()
  const open = useOpenApp()
  const outside = (apps.data ?? []).filter(app => /^https?:\/\//i.test(app.url))
  return (
    <Sheet title={t('常用链接')} isBare className={style.part}>
      {outside.length ? (
        <ul className={style.files}>
          {outside.map(app => (
            <li key={app.id}>
              <Link2 size={20} strokeWidth={1.5} aria-hidden="true" />
              <span>
                <b>{app.name}</b>
                <small>{app.url}</small>
              </span>
              <Button type="text" icon={<ExternalLink size={17} />} aria-label={t('打开 {{name}}', { name: app.name })} onClick={() => open(app)} />
            </li>
          ))}
        </ul>
      ) : (
        <p className={deskStyle.quiet}>{t('学校还没有设置链接')}</p>
      )}
    </Sheet>
  )
}
