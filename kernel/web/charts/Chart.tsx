import { type CSSProperties, Suspense, useState } from 'react'
import { lazily } from '#web/base/chunk.ts'
import { RowButton } from '#web/feedback/native.tsx'
import { Waiting } from '#web/feedback/Waiting.tsx'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { formatNumber } from '#web/values/format.ts'
import { ChartTable } from './ChartTable.tsx'
import type { Option, Picked } from './Plot.tsx'

const Plot = lazily(() => import('./Plot.tsx'))

interface ChartProps {
  option: Option
  height?: number
  /** Accessible name: one sentence on what it shows. */
  label: string
  /** A value as text. */
  show?: (value: number) => string
  /** The place offers the same figures as a table of its own. */
  hasTable?: boolean
  onPick?: ((picked: Picked) => void) | undefined
}
/** Bar or line chart in the product's colours, with a switch to its figures. The chart library is loaded with the first chart. */
export function Chart({ option, height = 280, label, show = formatNumber, hasTable = false, onPick }: ChartProps) {
  const [isTable, setTable] = useState(false)
  return (
    <Stack gap={0}>
      {isTable ? (
        <div style={{ '--longest': `${height}px` } as CSSProperties}>
          <ChartTable option={option} label={label} show={show} onPick={onPick} />
        </div>
      ) : (
        <div style={{ height }}>
          <Suspense fallback={<Waiting />}>
            <Plot option={option} height={height} label={label} {...(onPick ? { onPick } : {})} />
          </Suspense>
        </div>
      )}
      {hasTable ? null : (
        <Row spread="end">
          <RowButton aria-pressed={isTable} onClick={() => setTable(!isTable)}>
            {isTable ? t('看图') : t('看数据')}
          </RowButton>
        </Row>
      )}
    </Stack>
  )
}
