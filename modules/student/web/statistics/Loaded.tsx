import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Bars, Empty, LoadFailed } from '#web/feedback/Empty.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { isRefusal } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'

interface LoadedProps<T> {
  read: UseQueryResult<T>
  /** Message for an empty result. */
  empty?: (data: T) => string | undefined
  /** Keeps the previous page's rows while the next one loads. Not for figures: they would be shown under the wrong day or group. */
  keeps?: boolean
  children: (data: T) => ReactNode
}
/** Loading state, error or content of one part; failures do not affect other parts. */
export function Loaded<T>({ read, empty, keeps = false, children }: LoadedProps<T>) {
  // business-rule refusals (422) are final; other errors offer a retry
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
