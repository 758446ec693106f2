export type ImportState = 'uploading' | 'validating' | 'invalid' | 'ready' | 'writing' | 'done' | 'failed' | 'cancelled' | 'undoing' | 'undone'
export interface RowFault {
  row: number
  field: string | null
  label: string | null
  value: unknown
  msg: string
}
interface JobHead {
  id: string
  /** Entity of the rows. */
  entity?: string
  label?: string
  fileName?: string
  /** 0 to 1. */
  progress?: number | null
  message?: string | null
  createdAt?: string
  finishedAt?: string | null
}
export interface ImportJob extends JobHead {
  state: ImportState
  total: number
  ok: number
  bad: number
  toAdd: number
  toChange: number
  unchanged: number
  /** The first hundred errors. */
  errors: readonly RowFault[]
  errorFileId: string | null
  /** Until when what it wrote can be taken back. */
  undoUntil?: string | null
}
export interface ExportJob extends JobHead {
  state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled' | 'expired'
  rows: number
  total?: number | null
  fileId: string | null
  expiresAt: string | null
}
export type Job = ImportJob | ExportJob
export type JobKind = 'importJob' | 'exportJob'

const MOVING: ReadonlySet<string> = new Set(['uploading', 'validating', 'writing', 'undoing', 'waiting', 'running'])
export const isMoving = (job: Pick<Job, 'state'> | undefined): boolean => job !== undefined && MOVING.has(job.state)
/** Progress from 0 to 1; also accepts percent from older servers. */
export const shareOf = (job: Pick<JobHead, 'progress'>): number => {
  const given = Number(job.progress ?? 0)
  return Math.min(1, Math.max(0, given > 1 ? given / 100 : given))
}

export interface Listed {
  kind: JobKind
  job: Job
}
export const merged = (imports: readonly Job[], exports: readonly Job[]): Listed[] =>
  [...imports.map(job => ({ kind: 'importJob' as const, job })), ...exports.map(job => ({ kind: 'exportJob' as const, job }))].sort((a, b) =>
    String(b.job.createdAt ?? '').localeCompare(String(a.job.createdAt ?? '')),
  )
