import { MapPin } from 'lucide-react'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { formatDatetime } from '#web/values/format.ts'
import type { profileBrief } from '../../model/profile.ts'
import style from './profile.module.css'

/** Where the student is now: elsewhere until when, and where they live. */
export function Places({ of }: { of: AnswerOf<typeof profileBrief> | undefined }) {
  const places = (of?.places ?? []).flatMap(p => p ?? [])
  if (!places.length) return null
  return (
    <ul className={style.places} aria-label={t('去向')}>
      {places.map(({ kind, text, until, tone }) => (
        <li key={`${kind} ${text}`} data-tone={tone ?? undefined}>
          <MapPin size={15} aria-hidden="true" />
          <strong>{kind === 'lives' ? t('住 {{bed}}', { bed: text }) : text}</strong>
          {until ? <span>{tone === 'refused' ? t('应于 {{time}} 返回', { time: formatDatetime(until) }) : t('{{time}} 前返回', { time: formatDatetime(until) })}</span> : null}
        </li>
      ))}
    </ul>
  )
}
