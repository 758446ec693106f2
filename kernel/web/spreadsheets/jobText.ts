import { t } from '#web/i18n/index.ts'
import { formatDate, formatNumber } from '#web/values/format.ts'
import { type ExportJob, type ImportJob, type Job, shareOf } from './job.ts'

const STATES: Readonly<Record<Job['state'], string>> = {
  uploading: '上传中',
  validating: '校验中',
  invalid: '有错误',
  ready: '等你写入',
  writing: '写入中',
  done: '已完成',
  failed: '没有成功',
  cancelled: '已取消',
  undoing: '撤销中',
  undone: '已撤销',
  waiting: '排队中',
  running: '导出中',
  expired: '已过期',
}
export const stateText = (job: Pick<Job, 'state'>): string => t(STATES[job.state] ?? job.state)

/** 412 新增，29,588 不变，3 修改 */
export function previewText(job: Pick<ImportJob, 'toAdd' | 'unchanged' | 'toChange'>): string {
  const n = { add: formatNumber(job.toAdd), same: formatNumber(job.unchanged), change: formatNumber(job.toChange) }
  return t('{{add}} 新增，{{same}} 不变，{{change}} 修改', n)
}
/** 已校验 19,204 / 30,000 行 */
export function doneText(job: ImportJob): string {
  const total = formatNumber(job.total)
  if (!job.total) return stateText(job)
  const done = formatNumber(Math.min(job.total, Math.round(shareOf(job) * job.total)))
  if (job.state === 'undoing') return t('已撤销 {{done}} / {{total}} 行', { done, total })
  return job.state === 'writing' ? t('已写入 {{done}} / {{total}} 行', { done, total }) : t('已校验 {{done}} / {{total}} 行', { done, total })
}
/** One-line status of an import job. */
export function importText(job: ImportJob): string {
  if (job.state === 'invalid') return t('{{total}} 行里 {{bad}} 行有错，一行也没有写入', { total: formatNumber(job.total), bad: formatNumber(job.bad) })
  if (job.state === 'ready') return previewText(job)
  if (job.state === 'done') return job.message || t('已写入：{{preview}}', { preview: previewText(job) })
  if (job.state === 'undone') return t('已撤销：{{add}} 条新增的已删除，{{change}} 条修改的已改回', { add: formatNumber(job.toAdd), change: formatNumber(job.toChange) })
  if (job.state === 'cancelled') return t('已取消，一行也没有写入')
  if (job.state === 'failed') return job.message || t('没有成功，一行也没有写入')
  return doneText(job)
}
export function exportText(job: ExportJob): string {
  const rows = formatNumber(job.rows ?? 0)
  if (job.state === 'done') return job.expiresAt ? t('{{rows}} 行，保留到 {{date}}', { rows, date: formatDate(job.expiresAt) }) : t('{{rows}} 行', { rows })
  if (job.state === 'failed') return job.message || t('导出失败！')
  return job.state === 'running' ? t('已导出 {{rows}} 行', { rows }) : stateText(job)
}
