import { Select } from 'antd'
import { schoolClock } from '#model/school-time.ts'
import type { DrawnInput } from '#web/forms/layout.ts'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { formatDatetime } from '#web/values/format.ts'
import type { myArrival } from '../model/actions.ts'

type Slot = NonNullable<AnswerOf<typeof myArrival>['slots'][number]>
/** Slots with the room that is left; the own one stays selectable. */
export const slotInput =
  (slots: readonly Slot[], own: string | null) =>
  ({ id, value, onChange, disabled, status, describedBy }: DrawnInput) => (
    <Select
      id={id}
      aria-label={t('到校时段')}
      aria-describedby={describedBy}
      status={status}
      disabled={disabled}
      value={(value as string | null) || null}
      options={slots.map(s => ({
        value: s.id,
        disabled: s.free <= 0 && s.id !== own,
        label: t('{{campus}} {{from}}-{{to}}，还可约 {{free}} 人', { campus: s.campus, from: formatDatetime(s.from), to: schoolClock(s.to), free: Math.max(0, s.free) }),
      }))}
      onChange={onChange}
    />
  )
