import { Loading } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { Trend } from '#web/statistics/Trend.tsx'
import { formatDay } from '#web/values/format.ts'
import { questionTrend } from '../../model/actions.ts'
import { type Answer, drawn } from '../labels.ts'

interface Asked {
  code: string
  on: string
  departmentId: string | null
  grade: number | null
}
/** How the first figure went, read after the answer: it is asked for twelve days. */
export function QuestionTrend({ of, asked }: { of: Answer; asked: Asked }) {
  const read = useRead(questionTrend, asked)
  const [figure] = of.figures
  if (!figure) return null
  const isShare = figure.as === 'share'
  const title = isShare ? t('走势：{{figure}}（%）', { figure: figure.label }) : t('走势：{{figure}}', { figure: figure.label })
  if (!read.data)
    return (
      <Sheet title={title}>
        <Loading of={read} lines={6} />
      </Sheet>
    )
  const points = read.data.points.flatMap(p => p ?? [])
  return <Trend title={title} points={points} at={p => formatDay(p.on)} series={[{ name: isShare ? t('占比（%）') : figure.label, of: p => drawn(figure, p.value) }]} />
}
