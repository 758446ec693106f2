import { InputNumber } from 'antd'
import type { DrawnInput } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { ITEMS, type Item, sumOf, type Weight, WHOLE } from '../../model/review-scores.ts'

const ALL = Object.keys(ITEMS) as Item[]
/** The weight of each item; one without a weight does not count. */
export function WeightsInput({ id, value, onChange, disabled, describedBy }: DrawnInput) {
  const weights = (Array.isArray(value) ? value : []) as Weight[]
  const weightOf = (item: Item): number | null => weights.find(w => w.item === item)?.weight ?? null
  const put = (item: Item, weight: number | null) =>
    onChange(
      ALL.flatMap(one => {
        const next = one === item ? weight : weightOf(one)
        return next ? [{ item: one, weight: next }] : []
      }),
    )
  const sum = sumOf(weights)
  return (
    <Stack gap={2} id={id} aria-describedby={describedBy}>
      {ALL.map(item => (
        <Row key={item} gap={2} spread="between">
          <span>{t(ITEMS[item])}</span>
          <InputNumber aria-label={t(ITEMS[item])} min={1} max={WHOLE} precision={0} disabled={disabled} value={weightOf(item)} onChange={weight => put(item, weight)} />
        </Row>
      ))}
      <span className="ql-help">{sum === WHOLE ? t('合计 100') : t('合计 {{sum}}，须是 100', { sum })}</span>
    </Stack>
  )
}
