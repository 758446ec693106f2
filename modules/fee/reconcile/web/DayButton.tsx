import type { Tone } from '#model'
import { State } from '#web/feedback/State.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { formatMoney } from '#web/values/format.ts'
import type { reconCalendar } from '../model/actions.ts'
import { dayStates } from '../model/recon-day.ts'
import style from './reconcile.module.css'

export type Calendar = AnswerOf<typeof reconCalendar>
type Day = NonNullable<Calendar['days'][number]>
/** Red for differences, ochre for a statement that is missing, blue for what can be closed, green for closed. */
export const toneOfDay = ({ state, diffCount, fetchNote }: Pick<Day, 'state' | 'diffCount' | 'fetchNote'>): Tone =>
  state === 'open' ? (diffCount ? 'refused' : 'going') : state === 'waiting' && fetchNote ? 'attention' : dayStates.tones[state]
export const wordsOfDay = ({ state, diffCount }: Pick<Day, 'state' | 'diffCount'>): string =>
  state === 'open' ? (diffCount ? t('{{n}} 笔差异', { n: diffCount }) : t('可以结账')) : t(dayStates.labels[state])

/** A day of an account in the calendar. */
export function DayButton({ day, name, onOpen }: { day: Day | undefined; name: string; onOpen: (id: string) => void }) {
  if (!day) return <span className="ql-quiet">—</span>
  return (
    <button type="button" className={style.day} onClick={() => onOpen(day.id)}>
      <span className="visually-hidden">{`${day.bizDate} ${name} `}</span>
      <State tone={toneOfDay(day)}>{wordsOfDay(day)}</State>
      <small className="ql-quiet">{formatMoney(day.theirSum)}</small>
    </button>
  )
}
