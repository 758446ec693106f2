import { Fragment, type ReactNode } from 'react'
import { Bars, Empty, LoadFailed } from '#web/feedback/Empty.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { MyApplicationPage } from './MyApplicationPage.tsx'

interface Own {
  id: string
  can: readonly string[]
}
interface OwnListProps<R extends Own> {
  title: string
  apply: { path: string; label: string }
  read: { data: readonly R[] | undefined; error: Error | null; errorUpdatedAt: number; refetch(): Promise<unknown> }
  nothing: string
  children: (row: R, at: { isFirst: boolean; isNamed: boolean }) => ReactNode
  /** Content above the page; receives the one the user is away on. */
  over?: (away: R | undefined) => ReactNode
}
/** One's own applications: the report-back action on top while away. */
export function MyApplicationList<R extends Own>({ title, apply, read: { data, error, errorUpdatedAt, refetch }, nothing, children, over }: OwnListProps<R>) {
  const [params] = useOwnParams()
  if (error && !data) return <LoadFailed error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
  if (!data) return <Bars lines={8} />
  const away = data.find(row => row.can.includes('back'))
  const ordered = away ? [away, ...data.filter(row => row !== away)] : data
  return (
    <MyApplicationPage title={title} apply={apply}>
      {ordered.length ? null : <Empty title={nothing} />}
      {ordered.map((row, at) => (
        <Fragment key={row.id}>{children(row, { isFirst: at === 0, isNamed: params.get('id') === row.id })}</Fragment>
      ))}
      {over?.(away)}
    </MyApplicationPage>
  )
}
