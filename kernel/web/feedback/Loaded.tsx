import type { ReactNode } from 'react'
import { isRefusal } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { Bars, Empty, LoadFailed } from './Empty.tsx'
import { Refused } from './Refused.tsx'

interface QueryState {
  readonly error: Error | null
  readonly errorUpdatedAt: number
  refetch(): unknown
}
/** State of a query, as `useRead`, `useRecord` and `useQuery` answer it. */
export interface Read<T> extends QueryState {
  readonly data: T | undefined
}
interface LoadingProps {
  of: QueryState
  /** Lines of the skeleton. */
  lines?: number
  /** What could not be loaded, if the page shows other things, too. */
  failed?: string
  /** Sentence beside the skeleton of what takes minutes: what is being done and how long it takes. */
  slow?: string
}
/** In place of what has not been loaded: a skeleton, or why it failed. */
export function Loading({ of: { error, errorUpdatedAt, refetch }, lines = 6, failed, slow }: LoadingProps) {
  if (!error && slow)
    return (
      <div role="status">
        <p className="ql-help">{slow}</p>
        <Bars lines={lines} />
      </div>
    )
  if (!error) return <Bars lines={lines} />
  // a rule of the business stays: asking again would not help
  if (isRefusal(error) && error.code === BY_RULE) return <Refused what={failed ?? t('取数失败')} error={error} />
  return <LoadFailed error={error} at={errorUpdatedAt} onRetry={() => void refetch()} {...(failed ? { title: failed } : {})} />
}
const BY_RULE = 422

interface LoadedProps<T> extends LoadingProps {
  of: Read<T>
  /** Sentence in place of the content, when there is nothing to show. */
  empty?: (data: T) => ReactNode
  children: (data: T) => ReactNode
}
/** What a query answers: a skeleton until then, the reason if it fails, a sentence if there is nothing. Data stays when loading it anew fails. */
export function Loaded<T>({ empty, children, ...loading }: LoadedProps<T>) {
  const { data } = loading.of
  if (data === undefined) return <Loading {...loading} />
  const nothing = empty?.(data)
  return nothing ? <Empty title={nothing} /> : children(data)
}
/** Several queries as one: its data are theirs once all are loaded. */
export function allOf<const R extends ReadonlyArray<Read<unknown>>>(reads: R): Read<{ [K in keyof R]: NonNullable<R[K]['data']> }> {
  const failed = reads.find(read => read.error && read.data === undefined) ?? reads[0]
  const isLoaded = reads.every(read => read.data !== undefined)
  return {
    data: isLoaded ? (reads.map(read => read.data) as { [K in keyof R]: NonNullable<R[K]['data']> }) : undefined,
    error: failed?.error ?? null,
    errorUpdatedAt: failed?.errorUpdatedAt ?? 0,
    refetch: () => Promise.all(reads.map(read => read.refetch())),
  }
}
