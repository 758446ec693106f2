import { Button } from 'antd'
import { CloudOff, SearchX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { schoolSecondsClock } from '#model/school-time.ts'
import { failureText } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { SmallHills } from './NoData.tsx'
import './feedback.css'

/** Placeholder of a list without any rows. */
export const Empty = ({ title, children }: { title?: ReactNode; children?: ReactNode }) => (
  <div className="ql-nothing">
    <SmallHills />
    <b>{title ?? t('暂无数据~')}</b>
    {children}
  </div>
)
/** Placeholder of a list without rows for the current filters. */
export const NothingFound = ({ label, conditions, onClear }: { label: string; conditions: number; onClear: () => void }) => (
  <div className="ql-nothing" role="status">
    <SearchX size={28} />
    <b>{t('没有符合条件的{{label}}', { label })}</b>
    <span>{t('已用 {{n}} 个条件', { n: conditions })}</span>
    <Button size="small" onClick={onClear}>
      {t('清空条件')}
    </Button>
  </div>
)
/** Loading failed: reason, time and a retry button. Never shown as an empty list. */
export function LoadFailed({ error, at, onRetry, title }: { error: unknown; at?: number; onRetry: () => void; title?: string }) {
  const [mountedAt] = useState(() => Date.now())
  return (
    <div className="ql-nothing" role="alert">
      <CloudOff size={28} />
      <b>{title ?? t('取数失败')}</b>
      <span>{t('{{reason}}，{{time}}', { reason: failureText(error), time: schoolSecondsClock(at || mountedAt) })}</span>
      <Button size="small" onClick={onRetry}>
        {t('重新加载')}
      </Button>
    </div>
  )
}
/** Skeleton lines. */
export const Bars = ({ lines = 4 }: { lines?: number }) => (
  <div className="ql-bars" aria-hidden="true">
    {Array.from({ length: lines }, (_, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the bars are never reordered
      <i key={i} style={{ width: `${[72, 100, 88, 60][i % 4]}%` }} />
    ))}
  </div>
)
