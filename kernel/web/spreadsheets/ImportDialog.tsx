import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Entity } from '#model'
import { Panel } from '#web/feedback/Panel.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { address, downloadAndSave, upload } from '#web/http/index.ts'
import { manyOf, t } from '#web/i18n/index.ts'
import { formatNumber } from '#web/values/format.ts'
import { DropZone } from './DropZone.tsx'
import { FaultRows } from './FaultRows.tsx'
import { JobProgress } from './JobProgress.tsx'
import { type ImportJob, isMoving, shareOf } from './job.ts'
import { cancelJob, commitImport, jobsChanged, useJob } from './jobs.ts'
import { doneText, importText, previewText } from './jobText.ts'
import style from './sheets.module.css'

/** Files as others deliver them, which the server converts. */
export interface ForeignFiles {
  types: readonly string[]
  /** Sent with the file: how it is to be read. */
  fields: Readonly<Record<string, string>>
  /** Asks for them, above the choice of the file. */
  ask: ReactNode
}
interface ImportDialogProps {
  of: Entity
  foreign?: ForeignFiles | undefined
  onClose: () => void
}
/** Imports rows from a spreadsheet: template, upload, preview, commit. May be closed while the job runs. */
export function ImportDialog({ of, foreign, onClose }: ImportDialogProps) {
  const [isOpen, setOpen] = useState(true)
  const [share, setShare] = useState(0)
  const label = manyOf(of)
  const send = useMutation({
    mutationFn: (file: File) => upload<{ jobId: string }>(address(of, 'import'), { mode: 'upsert', ...foreign?.fields, file }, setShare, { quiet: true }),
    onSettled: jobsChanged,
    meta: { inPlace: true },
  })
  const jobId = send.data?.jobId
  const job = useJob('importJob', jobId)
  const again = () => {
    send.reset()
    setShare(0)
  }
  return (
    <Panel
      open={isOpen}
      title={t('导入{{label}}', { label })}
      onClose={() => setOpen(false)}
      afterClose={onClose}
      footer={jobId && job.data ? <Foot job={job.data} onAgain={again} onLeave={() => setOpen(false)} onChanged={() => void job.refetch()} /> : null}
    >
      {jobId ? (
        <Stage job={job.data} error={job.error} />
      ) : send.isPending ? (
        <JobProgress
          phase="uploading"
          share={share < 1 ? share : undefined}
          text={share < 1 ? t('上传中 {{percent}}%', { percent: Math.round(share * 100) }) : t('已上传，正在打开文件')}
        />
      ) : (
        <Choose of={of} foreign={foreign} error={send.error} onFile={file => send.mutate(file)} />
      )}
    </Panel>
  )
}
interface ChooseProps extends Omit<ImportDialogProps, 'onClose'> {
  error: Error | null
  onFile: (file: File) => void
}
function Choose({ of, foreign, error, onFile }: ChooseProps) {
  const template = useMutation({
    mutationFn: () => downloadAndSave(address(of, 'importTemplate'), {}, { fallbackName: `${manyOf(of)}.xlsx`, quiet: true }),
    meta: { inPlace: true },
  })
  return (
    <div className={style.importing}>
      {error ? <Refused what={t('文件没有被接受')} error={error} todo={t('一行也没有写入，请改好后再选一次')} /> : null}
      {template.error ? <Refused what={t('模板没有下载')} error={template.error} /> : null}
      <p>{t('先下载模板，填好后再导入。所有行都没有错才会写入，重复导入不会多出一行。')}</p>
      <Button icon={<Download size={15} />} loading={template.isPending} onClick={() => template.mutate()}>
        {t('下载模板')}
      </Button>
      {foreign?.ask}
      <DropZone {...(foreign ? { types: foreign.types } : {})} onFile={onFile} />
    </div>
  )
}
function Stage({ job, error }: { job: ImportJob | undefined; error: Error | null }) {
  if (!job)
    return error ? (
      <Refused what={t('暂时看不到进度')} error={error} todo={t('导入仍在后台进行')} />
    ) : (
      <JobProgress phase="opening" share={undefined} text={t('已上传，正在打开文件')} />
    )
  if (isMoving(job))
    return (
      <>
        <JobProgress phase={job.state} share={job.total ? shareOf(job) : undefined} text={doneText(job)} />
        <p className="ql-help">{t('可以关掉这里，做完会在右上角提示')}</p>
      </>
    )
  if (job.state === 'invalid')
    return (
      <div className={style.importing} role="alert">
        <p>
          {t('{{total}} 行里 {{bad}} 行有错，', { total: formatNumber(job.total), bad: formatNumber(job.bad) })}
          <b>{t('一行也没有写入')}</b>
        </p>
        {job.message ? <p>{job.message}</p> : null}
        <FaultRows job={job} />
      </div>
    )
  if (job.state === 'ready')
    return (
      <div className={style.importing} role="status">
        <p>{t('{{total}} 行全部正确：', { total: formatNumber(job.total) })}</p>
        <p className={style.preview}>{previewText(job)}</p>
        {job.message ? <p className="ql-warn">{job.message}</p> : null}
        <p className="ql-help">{t('现在还没有写入')}</p>
      </div>
    )
  if (job.state === 'done') return <p role="status">{importText(job)}</p>
  return <Refused what={job.state === 'cancelled' ? t('已取消') : t('没有导入')} error={new Error(importText(job))} todo={t('可以再选一次文件')} />
}
interface FootProps {
  job: ImportJob
  onAgain: () => void
  onLeave: () => void
  onChanged: () => void
}
function Foot({ job, onAgain, onLeave, onChanged }: FootProps) {
  const commit = useMutation({ mutationFn: (goodOnly: boolean) => commitImport(job.id, goodOnly), onSettled: onChanged })
  const cancel = useMutation({ mutationFn: () => cancelJob('importJob', job.id), onSettled: onChanged })
  const writes = job.toAdd + job.toChange
  const cancelButton = (
    <Button loading={cancel.isPending} onClick={() => cancel.mutate()}>
      {t('取消导入')}
    </Button>
  )
  return (
    <div className="ql-acts">
      {isMoving(job) ? (
        <>
          {cancelButton}
          <Button onClick={onLeave}>{t('在后台继续')}</Button>
        </>
      ) : job.state === 'ready' ? (
        <>
          {cancelButton}
          <Button type="primary" loading={commit.isPending} disabled={!writes} onClick={() => commit.mutate(false)}>
            {writes ? t('写入 {{n}} 行', { n: formatNumber(writes) }) : t('没有要写入的')}
          </Button>
        </>
      ) : job.state === 'done' ? (
        <Button type="primary" onClick={onLeave}>
          {t('知道了')}
        </Button>
      ) : (
        <>
          {job.state === 'invalid' && job.ok > 0 ? (
            <Button loading={commit.isPending} onClick={() => commit.mutate(true)}>
              {t('只写入没错的 {{n}} 行', { n: formatNumber(job.ok) })}
            </Button>
          ) : (
            <Button onClick={onLeave}>{t('关闭')}</Button>
          )}
          <Button type="primary" onClick={onAgain}>
            {t('重新选择文件')}
          </Button>
        </>
      )}
    </div>
  )
}
