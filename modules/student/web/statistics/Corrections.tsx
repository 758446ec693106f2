import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { formatDate } from '#web/values/format.ts'
import { SPAN_CAUSES } from '../../model/history.ts'
import type { statistics } from '../../model/statistics.ts'
import style from './statistics.module.css'

/** Changes recorded after the day: the reason figures may differ from earlier reports. */
export function Corrections({ of, asOf }: { of: AnswerOf<typeof statistics>['corrections']; asOf: string }) {
  if (!of.length) return null
  const count = of.reduce((n, c) => n + (c.count ?? 0), 0)
  return (
    <details className={style.statCorrections}>
      <summary>{t('{{date}}之后补录的 {{n}} 条变动影响这一天的数字', { date: formatDate(asOf), n: count })}</summary>
      <ul>
        {of.map(c => (
          <li key={`${c.recordedOn} ${c.cause}`}>
            {t('{{date}} 登记，{{cause}}，{{n}} 人', { date: c.recordedOn, cause: t(SPAN_CAUSES[c.cause as keyof typeof SPAN_CAUSES] ?? c.cause ?? ''), n: c.count })}
          </li>
        ))}
      </ul>
    </details>
  )
}
