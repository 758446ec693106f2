import { DatePicker, Slider } from 'antd'
import dayjs from 'dayjs'
import { schoolDate } from '#model/school-time.ts'
import { t } from '#web/i18n/index.ts'
import { addDays, daysBetween } from '../model/days.ts'
import style from './campus.module.css'

const BACK = 3 * 365
const AHEAD = 180

/** Date selection by slider or picker: three years back, half a year ahead. */
export function AsOf({ value, onChange }: { value: string; onChange: (day: string) => void }) {
  const today = schoolDate(Date.now())
  const offset = daysBetween(today, value)
  return (
    <div className={style.asof}>
      <span>{t('截至')}</span>
      <DatePicker value={dayjs(value)} allowClear={false} onChange={day => day && onChange(day.format('YYYY-MM-DD'))} aria-label={t('截至日期')} />
      <Slider
        min={-BACK}
        max={AHEAD}
        value={offset}
        marks={{ [-BACK]: t('3 年前'), 0: t('今天') }}
        tooltip={{ formatter: n => addDays(today, n ?? 0) }}
        onChange={n => onChange(addDays(today, n))}
        ariaLabelForHandle={t('截至日期')}
      />
    </div>
  )
}
