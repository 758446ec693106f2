import { RankBars } from '#web/charts/RankBars.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import type { surveyResults } from '../../model/analysis-actions.ts'

export type Result = AnswerOf<typeof surveyResults>['questions'][number]
const MOST = 40
/** The chart of a question; options that too few chose are named below it. */
export function Bars({ of: q }: { of: Result }) {
  const title = `${q.number}. ${q.title}`
  const hidden = q.bars.filter(bar => bar.n === null)
  const shown = q.bars.flatMap(bar => (bar.n === null ? [] : [{ key: bar.key, label: bar.percent === null ? bar.label : `${bar.label} ${bar.percent}%`, value: bar.n }]))
  const marks = [
    q.answered === null ? '' : t('{{n}} 人回答', { n: q.answered }),
    q.mean === null ? '' : t('平均 {{mean}}', { mean: q.mean }),
    q.nps === null ? '' : t('净推荐值 {{nps}}', { nps: q.nps }),
  ]
  return (
    <Sheet title={title} note={marks.filter(Boolean).join(' · ')}>
      {shown.length ? <RankBars label={title} most={MOST} bars={shown} /> : null}
      {hidden.length ? <p className="ql-help">{t('人数太少，不显示：{{options}}', { options: hidden.map(bar => bar.label).join('、') })}</p> : null}
    </Sheet>
  )
}
