import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Value } from '#web/forms/Cell.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { admissionPlacement } from '../../model/run.ts'
import { compareRuns, MOST_DIFFERING } from '../../model/run-actions.ts'

type Compared = AnswerOf<typeof compareRuns>
type Side = NonNullable<NonNullable<Compared['plans'][number]>['one']> | null
/** 30-ES6: two runs side by side. */
export function Comparison({ id, otherId }: { id: string; otherId: string }) {
  const read = useRead(compareRuns, { id, otherId })
  return <Loaded of={read}>{of => <Shown of={of} />}</Loaded>
}
const filled = (of: Side) => (of ? t('{{filled}} / {{places}}', { filled: of.filled, places: of.places }) : '—')
const marks = (of: Side) => (of?.highest == null ? '—' : t('{{highest}} – {{lowest}}，平均 {{average}}', { highest: of.highest, lowest: of.lowest, average: of.average }))
const Category = ({ of }: { of: string | null }) => <Value field={admissionPlacement.fields.category} value={of} fieldName="category" />
function Shown({ of }: { of: Compared }) {
  return (
    <Stack>
      <PlainTable
        label={t('计划完成')}
        rows={of.plans}
        keyOf={p => `${p.planId} ${p.category}`}
        isLong
        columns={[
          [t('招生计划'), p => p.label, { isHead: true }],
          [t('考生类别'), p => <Category of={p.category} />],
          [t('方案一 录取 / 名额'), p => filled(p.one), { isNumber: true }],
          [t('方案二 录取 / 名额'), p => filled(p.other), { isNumber: true }],
          [t('方案一 分数'), p => marks(p.one), { isNumber: true }],
          [t('方案二 分数'), p => marks(p.other), { isNumber: true }],
        ]}
      />
      <p>{of.count ? t('{{n}} 名考生的结果不同', { n: of.count }) : t('没有考生的结果不同')}</p>
      {of.count > MOST_DIFFERING ? <p className="ql-quiet">{t('下面列出前 {{n}} 名', { n: MOST_DIFFERING })}</p> : null}
      {of.count ? (
        <PlainTable
          label={t('结果不同的考生')}
          rows={of.people}
          keyOf={p => p.applicationId}
          isLong
          columns={[
            [t('考生号'), p => p.ksh, { isHead: true }],
            [t('姓名'), p => p.name],
            [t('考生类别'), p => <Category of={p.category} />],
            [t('方案一'), p => p.before ?? t('未录取')],
            [t('方案二'), p => p.after ?? t('未录取')],
          ]}
        />
      ) : null}
    </Stack>
  )
}
