import { t } from '#web/i18n/index.ts'
import { type NightResult, nightResults } from '../model/evidence.ts'
import { dayText } from './labels.ts'
import style from './night.module.css'

interface Night {
  nightDate: string
  result: NightResult
}
/** A series of nights, latest last: shape and text, never colour alone. */
export function Past({ nights, label }: { nights: readonly Night[]; label: string }) {
  return (
    <ol className={style.past} aria-label={label}>
      {[...nights].reverse().map(n => (
        <li key={n.nightDate} data-result={n.result} title={`${dayText(n.nightDate)} ${t(nightResults.labels[n.result])}`}>
          <span className="visually-hidden">{`${dayText(n.nightDate)} ${t(nightResults.labels[n.result])}`}</span>
        </li>
      ))}
    </ol>
  )
}
