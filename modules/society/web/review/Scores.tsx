import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { t } from '#web/i18n/index.ts'
import { MISSING } from '#web/values/format.ts'
import { FAULTS, type Fault, ITEMS, type Item } from '../../model/review-scores.ts'
import css from './review.module.css'

interface Of {
  scores: ReadonlyArray<{ item: Item; weight: number; score: number | null } | null> | null
}
/** The items of a review; one without a score does not count. */
export const Scores = ({ of: { scores } }: { of: Of }) => (
  <PlainTable
    label={t('各项得分')}
    rows={(scores ?? []).flatMap(s => s ?? [])}
    keyOf={s => s.item}
    columns={[
      [t('项目'), s => t(ITEMS[s.item]), { isHead: true }],
      [t('权重'), s => s.weight, { isNumber: true }],
      [t('得分'), s => s.score ?? MISSING, { isNumber: true }],
    ]}
  />
)
export const faultsText = (faults: ReadonlyArray<Fault | null>): string => faults.flatMap(f => (f ? [t(FAULTS[f])] : [])).join('、')
/** What a head wrote, line by line. */
export const Report = ({ text }: { text: string }) => <p className={css.report}>{text}</p>
