import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { onDuty } from '../model/night-duty.ts'
import style from './night.module.css'

/** Duty officers of a night with phone numbers. */
export function DutyLine({ night }: { night: string }) {
  const { data } = useRead(onDuty, { night })
  if (!data?.length) return null
  return (
    <p className={style.duty}>
      <b>{t('夜间值班')}</b>
      {data.map(d => (
        <span key={`${d.place} ${d.name}`}>
          {d.place ?? t('全校')} {d.name} {d.phone ? <a href={`tel:${d.phone}`}>{d.phone}</a> : null}
        </span>
      ))}
    </p>
  )
}
