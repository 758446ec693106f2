import { Suspense } from 'react'
import { lazily } from '#web/base/chunk.ts'
import { Waiting } from '#web/feedback/Waiting.tsx'
import type { Option, Picked } from './Plot.tsx'

const Plot = lazily(() => import('./Plot.tsx'))

/** Bar, line or share chart in the product's colours. The chart library is loaded with the first chart. `label` is the accessible name: one sentence on what it shows. */
export function Chart({ option, height = 280, label, onPick }: { option: Option; height?: number; label?: string; onPick?: (picked: Picked) => void }) {
  return (
    <div style={{ height }}>
      <Suspense fallback={<Waiting />}>
        <Plot option={option} height={height} {...(label ? { label } : {})} {...(onPick ? { onPick } : {})} />
      </Suspense>
    </div>
  )
}
