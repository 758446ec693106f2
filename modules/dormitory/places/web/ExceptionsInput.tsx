import { Button, DatePicker, Input, TimePicker } from 'antd'
import dayjs from 'dayjs'
import { Plus, Trash2 } from 'lucide-react'
import { EditedRows } from '#web/forms/EditedRows.tsx'
import type { DrawnInput } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { RefSelect } from '#web/inputs/RefSelect.tsx'
import { classes } from '#web/layout/classes.ts'
import { Stack } from '#web/layout/Layout.tsx'
import type { CurfewException } from '../model/curfew.ts'
import style from './setup.module.css'

const TIMES = [
  ['curfew', '归寝时间'],
  ['cutOff', '未归时刻'],
  ['gateOpening', '开门时刻'],
] as const
const asTime = (text: string) => (text ? dayjs(`2000-01-01T${text}`) : null)

/** Nights with other hours, for a building or all of the profile. */
export function ExceptionsInput({ value, onChange, values, disabled }: DrawnInput) {
  const rows: readonly CurfewException[] = Array.isArray(value) ? value : []
  const usual = { curfew: String(values.curfewFree ?? '23:30'), cutOff: String(values.cutOff ?? '00:30'), gateOpening: String(values.gateOpening ?? '06:00') }
  return (
    <Stack gap={2}>
      <EditedRows rows={rows} onChange={onChange}>
        {(row, { put, drop }) => (
          <div className={style.exception}>
            <DatePicker
              aria-label={t('日期')}
              placeholder={t('日期')}
              disabled={disabled}
              value={row.date ? dayjs(row.date) : null}
              onChange={day => put({ ...row, date: day?.format('YYYY-MM-DD') ?? '' })}
            />
            <RefSelect to="dormBuilding" aria-label={t('宿舍楼')} placeholder={t('全部楼')} disabled={disabled} value={row.dormId} onChange={id => put({ ...row, dormId: id })} />
            {TIMES.map(([name, label]) => (
              <TimePicker
                key={name}
                format="HH:mm"
                allowClear={false}
                suffixIcon={null}
                needConfirm={false}
                aria-label={t(label)}
                title={t(label)}
                disabled={disabled}
                value={asTime(row[name])}
                onChange={time => put({ ...row, [name]: time?.format('HH:mm') ?? '' })}
              />
            ))}
            <Input
              className={classes(style.wide)}
              aria-label={t('原因')}
              placeholder={t('原因')}
              maxLength={60}
              disabled={disabled}
              value={row.reason}
              onChange={event => put({ ...row, reason: event.target.value })}
            />
            <Button type="text" aria-label={t('删除')} icon={<Trash2 size={15} />} disabled={disabled} onClick={drop} />
          </div>
        )}
      </EditedRows>
      <Button icon={<Plus size={15} />} disabled={disabled} onClick={() => onChange([...rows, { date: '', dormId: null, ...usual, reason: '' }])}>
        {t('加一天')}
      </Button>
    </Stack>
  )
}
