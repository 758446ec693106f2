import { Select } from 'antd'
import { useState } from 'react'
import { WEEKDAYS } from '#model/week.ts'
import { Bars } from '#web/feedback/Empty.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { LabelledInput } from '#web/forms/LabelledInput.tsx'
import type { DrawnInput } from '#web/forms/layout.ts'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { tAny } from '#web/i18n/every-module.ts'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { calendarDay, DAY_TYPES } from '../model/calendar.ts'
import { changeDays, holidayList, previewDays } from '../model/calendar-actions.ts'
import style from './campus.module.css'
import { PreviewPanel } from './public/PreviewPanel.tsx'

const { dayType, asWeekday, name, reason } = calendarDay.fields
const DAY_LAYOUT = [
  'dayType',
  {
    field: 'asWeekday',
    when: (v: Readonly<Record<string, unknown>>) => v.dayType === 'makeup',
    render: ({ id, value, onChange, status }: DrawnInput) => <WeekdaySelect {...{ id, value, onChange, status }} />,
  },
  'name',
  'reason',
]
function WeekdaySelect({ value, ...rest }: Pick<DrawnInput, 'id' | 'value' | 'onChange' | 'status'>) {
  return <Select {...rest} className="ql-wide" value={typeof value === 'number' ? value : null} options={WEEKDAYS.map((day, at) => ({ value: at + 1, label: t(day) }))} />
}
const typeText = (type: string | null): string => t(DAY_TYPES[type as keyof typeof DAY_TYPES] ?? '—')

/** BC4: past days need a reason; future ones show what depends on them. */
function Found({ changes, effects, needsReason }: AnswerOf<typeof previewDays>) {
  return (
    <>
      <p role="status">{changes.length ? t('{{n}} 天会变', { n: changes.length }) : t('都和现在一样，没有要改的')}</p>
      {needsReason ? <p className={style.warn}>{t('其中有已经过去的日子，要写明更改原因')}</p> : null}
      {effects.map(e => (
        <p key={e.date + e.name} className={style.warn}>
          {t('{{date}} 有{{label}}“{{name}}”', { date: e.date, label: tAny(e.label), name: e.name })}
        </p>
      ))}
      {changes.length ? (
        <PlainTable
          label={t('要更改的日子')}
          rows={changes}
          keyOf={c => c.date}
          columns={[
            [t('日期'), c => c.date],
            [t('原来'), c => [typeText(c.from), c.fromName].filter(Boolean).join(' ')],
            [t('改为'), c => [typeText(c.to), c.toName].filter(Boolean).join(' ')],
          ]}
        />
      ) : null}
    </>
  )
}
const verbOf = (found: AnswerOf<typeof previewDays>): string | undefined => (found.changes.length ? t('更改 {{n}} 天', { n: found.changes.length }) : undefined)

export function ChangePanel({ dates, onClose }: { dates: readonly string[]; onClose: () => void }) {
  return (
    <PreviewPanel
      title={t('更改 {{n}} 天', { n: dates.length })}
      preview={previewDays}
      of={changeDays}
      layout={DAY_LAYOUT}
      size={480}
      ask={{
        fields: { dayType, asWeekday, name, reason },
        toInput: v => ({ days: dates.map(date => ({ date, dayType: v.dayType, asWeekday: v.asWeekday ?? null, name: v.name ?? null })), reason: v.reason ?? null }),
      }}
      show={found => <Found {...found} />}
      verb={verbOf}
      onClose={onClose}
    />
  )
}
/** BC3: preview of the shipped holidays of a year before they are applied. */
export function HolidayPanel({ years, onClose }: { years: readonly number[]; onClose: () => void }) {
  const [year, setYear] = useState(years[0] ?? new Date().getFullYear())
  const { data } = useRead(holidayList, { year })
  const chooser = (
    <LabelledInput
      label={t('年份')}
      help={
        data?.length
          ? t('清单里有 {{n}} 天，来自国务院办公厅的放假通知；学校另有安排的，导入后再改', { n: data.length })
          : t('还没有 {{year}} 年的清单，请在校历上逐日更改', { year })
      }
    >
      {id => <Select id={id} className="ql-wide" value={year} options={years.map(value => ({ value, label: String(value) }))} onChange={setYear} />}
    </LabelledInput>
  )
  if (!data) return <Bars />
  return (
    <PreviewPanel
      key={year}
      title={t('导入节假日')}
      preview={previewDays}
      of={changeDays}
      layout={['reason']}
      size={480}
      note={chooser}
      input={{ days: data.map(d => ({ date: d.date, dayType: d.dayType as 'holiday', asWeekday: d.asWeekday, name: d.name })) }}
      show={found => <Found {...found} />}
      verb={verbOf}
      onClose={onClose}
    />
  )
}
