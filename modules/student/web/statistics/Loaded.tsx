import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Bars, Empty, LoadFailed } from '#web/feedback/Empty.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { isRefusal } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'

interface LoadedProps<T> {
  read: UseQueryResult<T>
  /** Nothing to show; says so in a sentence. */
  empty?: (data: T) => string | undefined
  /** Shows the rows of the page before while the next one comes. Figures never do: they would stand under a day or a group that is not theirs. */
  keeps?: boolean
  children: (data: T) => ReactNode
}
/** What came, or why it has not. One part of the page that fails leaves the others alone. */
export function Loaded<T>({ read, empty, keeps = false, children }: LoadedProps<T>) {
  // a rule that was broken will be broken again; everything else is worth another try
  if (isRefusal(read.error) && read.error.code === 422) return <Refused what={t('没有统计')} error={read.error} />
  if (read.error) return <LoadFailed title={t('暂时取不到')} error={read.error} at={read.errorUpdatedAt} onRetry={() => void read.refetch()} />
  if (read.data === undefined || (read.isPlaceholderData && !keeps))
    return (
      <div className="stat-wait">
        <Bars lines={8} />
      </div>
    )
  const nothing = empty?.(read.data)
  if (nothing) return <Empty title={nothing} />
  return children(read.data)
}
