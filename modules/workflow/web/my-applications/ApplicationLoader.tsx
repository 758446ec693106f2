import type { ReactNode } from 'react'
import { Bars, Empty, LoadFailed } from '#web/feedback/Empty.tsx'

interface Asked<T> {
  data: T | undefined
  error: Error | null
  errorUpdatedAt: number
  refetch(): Promise<unknown>
}
interface Own {
  id: string
  can: readonly string[]
}
interface OpeningProps<K, R extends Own> {
  /** Prefilled data. */
  known: Asked<K>
  /** One's own list, loaded if the URL names a returned one. */
  mine: Asked<readonly R[]>
  id: string | undefined
  /** Why the named one cannot be edited. */
  refused: string
  children: (known: K, row: R | undefined) => ReactNode
}
/** Loads the initial data of a form, and the returned application the URL names. */
export function ApplicationLoader<K, R extends Own>({ known, mine, id, refused, children }: OpeningProps<K, R>) {
  const failed = [known, mine].find(asked => asked.error && !asked.data)
  if (failed) return <LoadFailed error={failed.error} at={failed.errorUpdatedAt} onRetry={() => void failed.refetch()} />
  if (known.data === undefined || (id && !mine.data)) return <Bars lines={10} />
  const row = id ? mine.data?.find(one => one.id === id) : undefined
  return id && !row?.can.includes('edit') ? <Empty title={refused} /> : children(known.data, row)
}
