import { Button, Checkbox, TimePicker } from 'antd'
import dayjs from 'dayjs'
import { Plus, Trash2 } from 'lucide-react'
import { WEEKDAYS } from '#model/week.ts'
import type { WeekSpan } from '#model/week-spans.ts'
import { t } from '../i18n/index.ts'
import { Row, Stack } from '../layout/Layout.tsx'
import { EditedRows } from './EditedRows.tsx'
import type { DrawnInput } from './layout.ts'

const NEW: WeekSpan = { days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' }
/** 周一 周三 14:00–16:00 */
export const weekSpanText = ({ days, from, to }: WeekSpan): string => `${days.map(d => t(WEEKDAYS[d - 1] ?? '')).join(' ')} ${from}–${to}`
/** Several of them in a line. */
export const weekSpansText = (spans: readonly WeekSpan[]): string => spans.map(weekSpanText).join(t('；'))

/** Input for a `json` field of spans: days and hours, as many as are added. `first`: what a new one begins with. */
export function WeekSpans({ value, onChange, disabled, first = NEW }: Pick<DrawnInput, 'value' | 'onChange' | 'disabled'> & { first?: WeekSpan }) {
  const spans = (value ?? []) as readonly WeekSpan[] // the field's declared type
  return (
    <Stack gap={2}>
      <EditedRows rows={spans} onChange={onChange}>
        {(s, { put, drop }) => (
          <Row>
            <Checkbox.Group
              disabled={disabled}
              value={[...s.days]}
              options={WEEKDAYS.map((label, d) => ({ value: d + 1, label: t(label) }))}
              onChange={days => put({ ...s, days })}
            />
            <TimePicker.RangePicker
              disabled={disabled}
              format="HH:mm"
              order={false}
              value={[dayjs(s.from, 'HH:mm'), dayjs(s.to, 'HH:mm')]}
              onChange={times => times?.[0] && times[1] && put({ ...s, from: times[0].format('HH:mm'), to: times[1].format('HH:mm') })}
            />
            <Button type="text" disabled={disabled} aria-label={t('去掉')} icon={<Trash2 size={15} />} onClick={drop} />
          </Row>
        )}
      </EditedRows>
      <Button size="small" disabled={disabled} icon={<Plus size={15} />} onClick={() => onChange([...spans, first])}>
        {t('加一段')}
      </Button>
    </Stack>
  )
}
