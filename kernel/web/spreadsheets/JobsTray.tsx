import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button, Popover } from 'antd'
import { Download, FileSpreadsheet, FileWarning, ListChecks } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useSignal } from '#web/base/signal.ts'
import { fileLink } from '#web/files/links.ts'
import { failureText, notify } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { formatDatetime } from '#web/values/format.ts'
import { JobProgress } from './JobProgress.tsx'
import { type ExportJob, type ImportJob, isMoving, type Listed, shareOf } from './job.ts'
import { cancelJob, commitImport, forgetRows, jobsChanged, jobsStamp, useMyJobs, watched } from './jobs.ts'
import { exportText, importText, stateText } from './jobText.ts'
import style from './sheets.module.css'
import { mayUndo, UndoImport } from './UndoImport.tsx'

/** The user's import and export jobs in the top bar. Fetched once after the start, then polled only while a job runs. */
export function JobsTray({ className }: { className?: string | undefined }) {
  const [isOpen, setOpen] = useState(false)
  const [isDue, setDue] = useState(false)
  const stamp = useSignal(jobsStamp)
  // deferred until after the first render; jobs of an earlier visit are not urgent
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), 4000)
    return () => clearTimeout(timer)
  }, [])
  const { data = [] } = useMyJobs(isDue || isOpen || stamp > 0, stamp)
  useEnds(data)
  if (!data.length) return null
  const moving = data.filter(one => isMoving(one.job)).length
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={isOpen}
      onOpenChange={setOpen}
      content={
        <div className={style.jobs}>
          <h2>{t('导入和导出')}</h2>
          {data.slice(0, 20).map(one => (
            <JobCard key={one.job.id} {...one} />
          ))}
        </div>
      }
    >
      <button
        type="button"
        className={`${style.tray} ${className ?? style.trayPlain}`}
        aria-label={moving ? t('导入和导出，{{n}} 个进行中', { n: moving }) : t('导入和导出')}
        title={t('导入和导出')}
      >
        <ListChecks size={18} />
        {moving ? <em>{moving}</em> : null}
      </button>
    </Popover>
  )
}
/** Notifies when a job ends and invalidates what it wrote. */
function useEnds(jobs: readonly Listed[]): void {
  const client = useQueryClient()
  const before = useRef(new Map<string, boolean>())
  useEffect(() => {
    for (const { kind, job } of jobs) {
      if (before.current.get(job.id) && !isMoving(job) && !watched.has(job.id)) {
        const text = t('{{title}}：{{text}}', { title: titleOf(kind, job), text: textOf({ kind, job }) })
        if (job.state === 'failed' || job.state === 'invalid') notify.warning(text)
        else notify.success(text)
        if (kind === 'importJob' && (job.state === 'done' || job.state === 'undone')) forgetRows(client, job.entity)
      }
      before.current.set(job.id, isMoving(job))
    }
  }, [jobs, client])
}
const titleOf = (kind: Listed['kind'], job: Listed['job']): string =>
  [t(kind === 'importJob' ? '导入{{label}}' : '导出{{label}}', { label: job.label ?? '' }), job.fileName].filter(Boolean).join(' · ')
const textOf = ({ kind, job }: Listed): string => (kind === 'importJob' ? importText(job as ImportJob) : exportText(job as ExportJob))

function JobCard({ kind, job }: Listed) {
  const act = useMutation({
    mutationFn: (verb: 'cancel' | 'commit') => (verb === 'cancel' ? cancelJob(kind, job.id) : commitImport(job.id)),
    onError: error => notify.error(failureText(error)),
    onSettled: jobsChanged,
  })
  const isBad = job.state === 'invalid' || job.state === 'failed'
  const Icon = isBad ? FileWarning : kind === 'importJob' ? FileSpreadsheet : Download
  const { errorFileId } = job as ImportJob
  const { fileId } = job as ExportJob
  return (
    <article className={style.job}>
      <header>
        <Icon size={16} className={isBad ? 'ql-danger' : 'ql-blue'} />
        <b title={job.fileName}>{titleOf(kind, job)}</b>
        <span>{isMoving(job) || !job.createdAt ? stateText(job) : formatDatetime(job.finishedAt ?? job.createdAt)}</span>
      </header>
      {isMoving(job) ? <JobProgress phase={job.state} share={job.progress ? shareOf(job) : undefined} text={textOf({ kind, job })} /> : <p>{textOf({ kind, job })}</p>}
      {kind === 'importJob' && mayUndo(job as ImportJob) ? <UndoImport job={job as ImportJob} /> : null}
      <div className="ql-acts">
        {isMoving(job) || job.state === 'ready' ? (
          <Button type="text" size="small" loading={act.isPending} onClick={() => act.mutate('cancel')}>
            {t('取消')}
          </Button>
        ) : null}
        {job.state === 'ready' ? (
          <Button type="link" size="small" loading={act.isPending} onClick={() => act.mutate('commit')}>
            {t('写入')}
          </Button>
        ) : null}
        {errorFileId ? (
          <Button type="link" size="small" href={fileLink(errorFileId)}>
            {t('下载错误表')}
          </Button>
        ) : null}
        {kind === 'exportJob' && job.state === 'done' && fileId ? (
          <Button type="link" size="small" href={fileLink(fileId)}>
            {t('下载')}
          </Button>
        ) : null}
      </div>
    </article>
  )
}
