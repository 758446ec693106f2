import { DatePicker, Segmented, Slider } from 'antd'
import dayjs from 'dayjs'
import { ArrowRight } from 'lucide-react'
import { schoolDate } from '#model/school-time.ts'
import { weekdayOf } from '#modules/campus/model/days.ts'
import ownStyle from '#modules/workflow/applications/web/public/own.module.css'
import { Sheet } from '#web/feedback/Sheet.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { weekdayWord } from '#web/home/day.ts'
import { t } from '#web/i18n/index.ts'
import type { leaveApplication } from '../../model/application.ts'
import { HALF_TIMES, HALVES, type Half, type HalfName, halfOf, type Span, spanOf } from '../../model/half-days.ts'
import { daysText } from '../labels.ts'
import style from '../leave.module.css'
import { type Picked, partsOf, spanOfPicked, stripDays, withEnd, withStart } from './span.ts'

type Recent = AnswerOf<typeof leaveApplication.begin>['recent'][number]
interface Props {
  picked: Picked
  days: number | undefined
  recent: readonly Recent[]
  /** Half days the leave was shifted by the slider. */
  shift: number
  onPick: (next: Picked) => void
  onShift: (by: number) => void
  /** An extension has a fixed start. */
  isStartFixed?: boolean
}
/** Start and end in half days over a strip of days, with a shift slider. */
export function TimeCard({ picked, days, recent, shift, onPick, onShift, isStartFixed = false }: Props) {
  const span = spanOfPicked(picked)
  return (
    <Sheet label={t('时间')}>
      <div className={ownStyle.ends}>
        <End label={t('开始')} half={span.from} which={0} disabled={isStartFixed} onChange={(date, half) => onPick(withStart(picked, date, half))} />
        <ArrowRight size={18} aria-hidden="true" />
        <End label={t('结束')} half={span.to} which={1} onChange={(date, half) => onPick(withEnd(picked, date, half))} />
      </div>
      <Strip span={span} days={days} recent={recent} />
      {isStartFixed ? null : (
        <div className={style.shift}>
          <span id="leave-shift">{t('换个时间试试')}</span>
          <Slider
            min={-8}
            max={8}
            value={shift}
            ariaLabelledByForHandle="leave-shift"
            tooltip={{ formatter: n => (n ? t('{{n}} 天', { n: `${n > 0 ? '+' : ''}${n / 2}` }) : t('原来的时间')) }}
            onChange={onShift}
          />
        </div>
      )}
    </Sheet>
  )
}

interface EndProps {
  label: string
  half: Half
  which: 0 | 1
  disabled?: boolean
  onChange: (date: string, half: HalfName) => void
}
function End({ label, half, which, disabled = false, onChange }: EndProps) {
  const at = partsOf(half)
  return (
    <div className={ownStyle.end}>
      <small>{label}</small>
      <DatePicker
        value={dayjs(at.date)}
        allowClear={false}
        inputReadOnly
        disabled={disabled}
        format={t('M月D日')}
        suffixIcon={null}
        aria-label={label}
        onChange={day => day && onChange(day.format('YYYY-MM-DD'), at.half)}
      />
      <Segmented
        block
        disabled={disabled}
        aria-label={t('{{label}}的半天', { label })}
        value={at.half}
        options={Object.entries(HALVES).map(([value, name]) => ({ value: value as HalfName, label: t(name) }))}
        onChange={next => onChange(at.date, next)}
      />
      <small>
        {weekdayWord(weekdayOf(at.date))} {HALF_TIMES[at.half][which]}
      </small>
    </div>
  )
}
/** Bars from this length show text. */
const ROOMY = 3
function Strip({ span, days, recent }: { span: Span; days: number | undefined; recent: readonly Recent[] }) {
  const today = schoolDate(Date.now())
  const dates = stripDays(span, today)
  const first = halfOf(dates[0] ?? '', 'am')
  const place = (s: Span) => {
    const from = Math.max(s.from - first, 0)
    const to = Math.min(s.to - first + 1, dates.length * 2)
    return from < to ? { gridColumn: `${from + 1} / ${to + 1}` } : undefined
  }
  const own = place(span)
  return (
    <div className={style.strip} style={{ gridTemplateColumns: `repeat(${dates.length * 2}, minmax(0, 1fr))` }}>
      {dates.map((date, at) => (
        <span key={date} className={date === today ? `${style.day} ${style.today}` : style.day} style={{ gridColumn: `${at * 2 + 1} / span 2` }}>
          <small>{weekdayWord(weekdayOf(date))}</small>
          {date === today ? t('今天') : Number(date.slice(8))}
        </span>
      ))}
      {recent.map(r => {
        const at = r && !['rejected', 'withdrawn', 'cancelled'].includes(r.state) ? place(spanOf(r.startAt, r.endAt)) : undefined
        return r && at ? (
          <i key={r.id} className={`${style.bar} ${style.barPast}`} style={at}>
            {t('已请')}
          </i>
        ) : null
      })}
      {own ? (
        <i className={style.bar} style={own}>
          {days === undefined ? '' : span.to - span.from < ROOMY ? daysText(days) : t('本次 {{days}}', { days: daysText(days) })}
        </i>
      ) : null}
    </div>
  )
}
