import { Suspense } from 'react'
import { lazily } from '#web/app/chunk.ts'
import { Waiting } from '#web/app/Waiting.tsx'
import type { Option } from './Plot.tsx'

const Plot = lazily(() => import('./Plot.tsx'))

/** A chart of bars, lines or shares in the product's colours. The library comes with the first chart that is drawn.
 *  `label` says in one sentence what it shows; screen readers hear it. */
export function Chart({
  option,
  height = 280,
  label,
  onPick,
}: {
  option: Option
  height?: number
  label?: string
  onPick?: (picked: { name: string; seriesName: string; value: unknown }) => void
}) {
  return (
    <div style={{ height }}>
      <Suspense fallback={<Waiting />}>
        <Plot option={option} height={height} {...(label ? { label } : {})} {...(onPick ? { onPick } : {})} />
      </Suspense>
    </div>
  )
}
