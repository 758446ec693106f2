import { Radio } from 'antd'
import { useRef } from 'react'
import { Sheet } from '#web/feedback/Sheet.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import type { screeningForm } from '../model/turnout.ts'

type Scale = NonNullable<AnswerOf<typeof screeningForm>['scales'][number]>
/** Answers by place of the item, and how long they took so far. */
export interface Filled {
  answers: Readonly<Record<number, number>>
  seconds: number
}
const SECOND_MS = 1000
interface ScaleSheetProps {
  scale: Scale
  value: Filled | undefined
  onChange: (next: Filled) => void
}
/** The items of a scale, in large touch targets. Time runs from when the sheet is shown to the last answer. */
export function ScaleSheet({ scale: { name, stem, items, options, low }, value, onChange }: ScaleSheetProps) {
  const shownAt = useRef(Date.now())
  const answers = value?.answers ?? {}
  const put = (n: number, answer: number) => onChange({ answers: { ...answers, [n]: answer }, seconds: Math.round((Date.now() - shownAt.current) / SECOND_MS) })
  return (
    <Sheet title={t(name)}>
      <Stack>
        <p>{t(stem)}</p>
        {items.map((item, n) => (
          <Stack key={item} gap={1}>
            <span>{t('{{n}}. {{text}}', { n: n + 1, text: t(item ?? '') })}</span>
            <Radio.Group
              aria-label={t(item ?? '')}
              value={answers[n] ?? null}
              options={options.map((label, at) => ({ value: low + at, label: t(label ?? '') }))}
              onChange={event => put(n, Number(event.target.value))}
            />
          </Stack>
        ))}
      </Stack>
    </Sheet>
  )
}
