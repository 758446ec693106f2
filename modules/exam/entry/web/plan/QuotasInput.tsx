import { InputNumber } from 'antd'
import { LabelledInput } from '#web/forms/LabelledInput.tsx'
import type { DrawnInput } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { examCategory } from '../../model/dictionaries.ts'
import { MOST_PLACES } from '../../model/plan.ts'

type Quota = { category: string; places: number }

/** Places of each category; a category without places is closed. */
export function QuotasInput({ value, onChange, disabled }: DrawnInput) {
  const quotas = ((value as ReadonlyArray<Quota | null> | undefined) ?? []).flatMap(q => q ?? [])
  const put = (category: string, places: number | null) =>
    onChange(
      examCategory.items.flatMap(({ key }) => {
        const now = key === category ? places : quotas.find(q => q.category === key)?.places
        return now ? [{ category: key, places: now }] : []
      }),
    )
  return (
    <Stack gap={2}>
      {examCategory.items.map(({ key, value: label }) => (
        <LabelledInput key={key} label={t(label)}>
          {id => (
            <InputNumber id={id} min={0} max={MOST_PLACES} disabled={disabled} value={quotas.find(q => q.category === key)?.places ?? null} onChange={places => put(key, places)} />
          )}
        </LabelledInput>
      ))}
    </Stack>
  )
}
