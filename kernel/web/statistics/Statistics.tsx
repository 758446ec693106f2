import type { ReactNode } from 'react'
import type { Action, InputOf, Statistics as StatisticsAction } from '#model'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { DownloadButton } from '#web/forms/DownloadButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import type { Span } from '#web/inputs/SpanInput.tsx'
import { useRead } from '#web/records/useRead.ts'
import style from './statistics.module.css'
import { useFilters } from './useFilters.tsx'
import { useSpan } from './useSpan.tsx'

interface StatisticsProps<A extends StatisticsAction> {
  of: A
  /** Days shown first, and how many days ago they end. */
  days: number
  endsAgo?: number
  /** Filters offered besides the span, of those that the statistics declare. */
  filters?: ReadonlyArray<Exclude<keyof A['input'] & string, 'from' | 'to'>>
  /** What to say where nothing was counted. */
  empty: (data: AnswerOf<A>) => string | undefined
  children: (data: AnswerOf<A>, span: Span) => ReactNode
}
/** A statistics page below its title: span, filters and export, then the figures, charts and tables of `children`. */
export function Statistics<A extends StatisticsAction>({ of, days, endsAgo, filters = [], empty, children }: StatisticsProps<A>) {
  const { span, picker } = useSpan(days, endsAgo)
  const { chosen, inputs } = useFilters(of.input, filters)
  const asked = { ...span, ...chosen } as unknown as InputOf<A>
  const read = useRead(of, asked)
  const { data } = read
  const sheet: Action = of.sheet
  return (
    <div className={style.statistics}>
      <div className={style.tools}>
        {picker}
        {inputs}
        {data && !empty(data) ? <DownloadButton of={sheet} input={{ ...asked }} /> : null}
      </div>
      <Loaded of={read} lines={10} empty={empty}>
        {answer => children(answer, span)}
      </Loaded>
    </div>
  )
}
/** The figures in one sentence. */
export const Sentence = ({ children }: { children: ReactNode }) => <p className={style.sentence}>{children}</p>
/** Parts side by side where there is room. */
export const Parts = ({ children }: { children: ReactNode }) => <div className={style.parts}>{children}</div>
