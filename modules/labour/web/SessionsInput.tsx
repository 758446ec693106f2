import { Button, DatePicker, InputNumber } from 'antd'
import { Plus, Trash2 } from 'lucide-react'
import { DAY_MS } from '#model/days.ts'
import { EditedRows } from '#web/forms/EditedRows.tsx'
import type { DrawnInput } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { fromDatetime, toDatetime } from '#web/inputs/time.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import type { Session } from '../model/rules.ts'

const WEEK = 7 * DAY_MS
const later = (at: string): string => (Number.isFinite(Date.parse(at)) ? new Date(Date.parse(at) + WEEK).toISOString() : '')

/** Sessions of a project; the next one is offered a week after the last. */
export function SessionsInput({ id, value, onChange, disabled, describedBy }: DrawnInput) {
  const rows = (value as readonly Session[] | null) ?? []
  const add = () => {
    const last = rows.at(-1)
    onChange([...rows, { start: later(last?.start ?? ''), end: later(last?.end ?? ''), hours: last?.hours ?? 2 }])
  }
  return (
    <Stack gap={2} id={id} aria-describedby={describedBy}>
      <EditedRows rows={rows} onChange={onChange}>
        {(row, { put, drop }) => (
          <Row gap={2}>
            <Moment label={t('开始')} value={row.start} disabled={disabled} onChange={start => put({ ...row, start })} />
            <Moment label={t('结束')} value={row.end} disabled={disabled} onChange={end => put({ ...row, end })} />
            <InputNumber
              aria-label={t('学时')}
              min={0.5}
              max={24}
              step={0.5}
              disabled={disabled}
              value={row.hours}
              suffix={t('学时')}
              onChange={hours => put({ ...row, hours: hours ?? 0.5 })}
            />
            <Button type="text" aria-label={t('去掉这一场')} icon={<Trash2 size={15} />} disabled={disabled} onClick={drop} />
          </Row>
        )}
      </EditedRows>
      <Button icon={<Plus size={15} />} disabled={disabled} onClick={add}>
        {t('加一场')}
      </Button>
    </Stack>
  )
}
const Moment = ({ label, value, disabled, onChange }: { label: string; value: string; disabled: boolean; onChange: (next: string) => void }) => (
  <DatePicker
    showTime={{ format: 'HH:mm' }}
    format="YYYY-MM-DD HH:mm"
    placeholder={label}
    aria-label={label}
    value={value ? fromDatetime(value) : null}
    disabled={disabled}
    onChange={at => onChange(toDatetime(at) ?? '')}
  />
)
