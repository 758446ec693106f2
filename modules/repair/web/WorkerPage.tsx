import { Button, Checkbox, TimePicker } from 'antd'
import dayjs from 'dayjs'
import { Plus, Trash2 } from 'lucide-react'
import { WEEKDAYS } from '#model/week.ts'
import type { DrawnInput } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { repairSkill, repairTeam, type Shift } from '../model/workers.ts'

const shiftText = ({ days, from, to }: Shift): string => `${days.map(d => t(WEEKDAYS[d - 1] ?? '')).join(' ')} ${from}–${to}`
const NEW: Shift = { days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' }

/** 维修人员: who repairs what, where and when; and the teams. */
export default function WorkerPage() {
  const views = useView({ skills: '维修人员#many', teams: '维修班组#many' })
  const { view } = views
  return view === 'skills' ? (
    <EntityTable<typeof repairSkill>
      of={repairSkill}
      views={views}
      columns={[
        { key: 'repairerId', align: 'left' },
        { key: 'shifts', title: '当班时间', width: 260, align: 'left', render: row => (row.shifts?.length ? row.shifts.map(shiftText).join(t('；')) : t('随时')) },
        'openCount',
        'maxOpen',
        'isEnabled',
      ]}
      filters={['isEnabled']}
      form={{
        size: 720,
        layout: ['repairerId', 'typeIds', 'dormIds', { field: 'shifts', render: props => <Shifts {...props} /> }, 'maxOpen', 'isEnabled'],
      }}
    />
  ) : (
    <EntityTable<typeof repairTeam>
      of={repairTeam}
      views={views}
      columns={['code', 'name', 'leaderId', { key: 'memberIds', title: '成员', render: row => row.memberIds?.length ?? 0 }, 'isEnabled']}
      form={{
        layout: ['code', 'name', 'leaderId', 'memberIds', 'isEnabled'],
      }}
    />
  )
}
function Shifts({ value, onChange, disabled }: DrawnInput) {
  const shifts = (value ?? []) as readonly Shift[] // the field's declared type
  const set = (n: number, part: Partial<Shift>) => onChange(shifts.map((s, at) => (at === n ? { ...s, ...part } : s)))
  return (
    <Stack gap={2}>
      {shifts.map((s, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: shifts have no identity
        <Row key={n}>
          <Checkbox.Group disabled={disabled} value={[...s.days]} options={WEEKDAYS.map((label, d) => ({ value: d + 1, label: t(label) }))} onChange={days => set(n, { days })} />
          <TimePicker.RangePicker
            disabled={disabled}
            format="HH:mm"
            order={false}
            value={[dayjs(s.from, 'HH:mm'), dayjs(s.to, 'HH:mm')]}
            onChange={times => times?.[0] && times[1] && set(n, { from: times[0].format('HH:mm'), to: times[1].format('HH:mm') })}
          />
          <Button type="text" aria-label={t('去掉')} icon={<Trash2 size={15} />} onClick={() => onChange(shifts.filter((_, at) => at !== n))} />
        </Row>
      ))}
      <Button size="small" disabled={disabled} icon={<Plus size={15} />} onClick={() => onChange([...shifts, NEW])}>
        {t('加一段')}
      </Button>
    </Stack>
  )
}
