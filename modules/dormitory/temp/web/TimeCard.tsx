import { Button, DatePicker } from 'antd'
import { ArrowRight } from 'lucide-react'
import { schoolInstant } from '#model/school-time.ts'
import style from '#modules/workflow/applications/web/public/own.module.css'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { fromDatetime } from '#web/inputs/time.ts'
import { Row } from '#web/layout/Layout.tsx'
import { type Picked, usualSpans } from './labels.ts'
import tempStyle from './public/temp.module.css'

/** Time: presets for common nights, or custom start and end. */
export function TimeCard({ picked, onPick }: { picked: Picked; onPick: (next: Picked) => void }) {
  return (
    <Sheet label={t('时间')} className={tempStyle.when}>
      <Row className={tempStyle.usual}>
        {usualSpans().map(({ label, span }) => (
          <Button key={label} {...(span.to === picked.to ? { type: 'primary', ghost: true } : {})} aria-pressed={span.to === picked.to} onClick={() => onPick(span)}>
            {label}
          </Button>
        ))}
      </Row>
      <div className={style.ends}>
        <End label={t('离开')} value={picked.from} onChange={from => onPick({ ...picked, from })} />
        <ArrowRight size={18} aria-hidden="true" />
        <End label={t('返回')} value={picked.to} onChange={to => onPick({ ...picked, to })} />
      </div>
    </Sheet>
  )
}
/** Date and time stacked: a combined popup is wider than a phone. */
function End({ label, value, onChange }: { label: string; value: string; onChange: (at: string) => void }) {
  const at = fromDatetime(value)
  const put = (day: string | undefined, hour: string | undefined) => (day && hour ? onChange(schoolInstant(day, hour)) : undefined)
  const [date, time] = [at?.format('YYYY-MM-DD'), at?.format('HH:mm')]
  return (
    <div className={style.end}>
      <small>{label}</small>
      <DatePicker value={at} allowClear={false} inputReadOnly format={t('M月D日')} suffixIcon={null} aria-label={label} onChange={day => put(day?.format('YYYY-MM-DD'), time)} />
      <DatePicker
        picker="time"
        value={at}
        allowClear={false}
        inputReadOnly
        needConfirm={false}
        format="HH:mm"
        minuteStep={10}
        suffixIcon={null}
        aria-label={t('{{label}}的时间', { label })}
        onChange={hour => put(date, hour?.format('HH:mm'))}
      />
    </div>
  )
}
