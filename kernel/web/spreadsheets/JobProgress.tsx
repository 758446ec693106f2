import { t } from '#web/i18n/index.ts'
import { formatWait } from '#web/values/format.ts'
import style from './sheets.module.css'
import { useTimeLeft } from './useTimeLeft.ts'

/** Progress bar with rows done and time left; indeterminate without a share. */
export function JobProgress({ phase, share, text }: { phase: string; share: number | undefined; text: string }) {
  const left = useTimeLeft(phase, share ?? 0)
  const percent = Math.round((share ?? 0) * 100)
  return (
    <div className={style.progress}>
      <div role="progressbar" aria-label={text} aria-valuemin={0} aria-valuemax={100} {...(share === undefined ? {} : { 'aria-valuenow': percent })}>
        <i className={share === undefined ? style.moving : undefined} style={share === undefined ? undefined : { width: `${percent}%` }} />
      </div>
      <p>{left === undefined ? text : t('{{text}}，{{left}}', { text, left: formatWait(left) })}</p>
    </div>
  )
}
