import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { signal } from '#web/base/signal.ts'
import { get, post } from '#web/http/index.ts'
import { entityKey } from '#web/values/address.ts'
import { type ExportJob, type ImportJob, isMoving, type Job, type JobKind, merged } from './job.ts'

const path = (kind: JobKind, verb: string): string => `sheet/${kind}/${verb}`

/** Jobs shown in an open dialog; the tray does not announce them. */
export const watched = new Set<string>()

/** One job, polled while it runs. When it ends, what it wrote is invalidated. */
export function useJob<K extends JobKind>(kind: K, id: string | undefined) {
  const client = useQueryClient()
  const query = useQuery({
    queryKey: ['job', kind, id],
    queryFn: ({ signal: stop }) => get<K extends 'importJob' ? ImportJob : ExportJob>(path(kind, 'getOne'), { id }, { signal: stop, quiet: true }),
    enabled: id !== undefined,
    staleTime: 0,
    // keep polling after a failed request
    refetchInterval: q => (q.state.data && !isMoving(q.state.data) ? false : 1000),
    meta: { inPlace: true },
  })
  const state = query.data?.state
  const before = useRef(state)
  useEffect(() => {
    if (!id) return
    watched.add(id)
    return () => void watched.delete(id)
  }, [id])
  useEffect(() => {
    if (before.current !== state && state) {
      if (state === 'done' || state === 'undone') forgetRows(client, query.data?.entity)
      jobsChanged()
    }
    before.current = state
  }, [state, client, query.data?.entity])
  return query
}
/** Commits a checked import; with `goodOnly` only its valid rows. */
export const commitImport = (id: string, goodOnly = false): Promise<unknown> => post(path('importJob', 'commit'), { id, ...(goodOnly ? { goodOnly } : {}) }, { quiet: true })
/** Takes back what an import wrote. */
export const undoImport = (id: string): Promise<unknown> => post(path('importJob', 'undo'), { id }, { quiet: true })
export const cancelJob = (kind: JobKind, id: string): Promise<unknown> => post(path(kind, 'cancel'), { id }, { quiet: true })

export function forgetRows(client: QueryClient, entity: string | undefined): void {
  void client.invalidateQueries({ queryKey: entity ? entityKey(entity) : ['entity'] })
}
/** Incremented when this window starts or ends a job, so that the tray refetches. */
export const jobsStamp = signal(0)
export const jobsChanged = (): void => jobsStamp.set(n => n + 1)

/** The user's jobs, newest first. Fetched once, again when one is started here, and polled only while one runs. */
export function useMyJobs(isOn: boolean, stamp: number) {
  return useQuery({
    queryKey: ['job', 'mine', stamp],
    queryFn: async ({ signal: stop }) => {
      const [imports, exports] = await Promise.all(
        (['importJob', 'exportJob'] as const).map(kind => get<Job[] | { result: Job[] }>(path(kind, 'mine'), {}, { signal: stop, quiet: true }).then(rowsOf)),
      )
      return merged(imports ?? [], exports ?? [])
    },
    enabled: isOn,
    staleTime: 5000,
    placeholderData: before => before,
    refetchInterval: q => (q.state.data?.some(one => isMoving(one.job)) ? 2000 : false),
    retry: false,
    meta: { inPlace: true },
  })
}
const rowsOf = (answer: Job[] | { result: Job[] }): Job[] => (Array.isArray(answer) ? answer : answer.result)
