import { t } from '#web/i18n/index.ts'
import { formatWait } from '#web/records/format.ts'
import './sheets.css'
import { useTimeLeft } from './useTimeLeft.ts'

/** A bar in 青 with the rows done and the time left. Without a share it only shows that something moves. */
export function JobProgress({ phase, share, text }: { phase: string; share: number | undefined; text: string }) {
  const left = useTimeLeft(phase, share ?? 0)
  const percent = Math.round((share ?? 0) * 100)
  return (
    <div className="ql-progress">
      <div role="progressbar" aria-label={text} aria-valuemin={0} aria-valuemax={100} {...(share === undefined ? {} : { 'aria-valuenow': percent })}>
        <i className={share === undefined ? 'ql-moving' : undefined} style={share === undefined ? undefined : { width: `${percent}%` }} />
      </div>
      <p>{left === undefined ? text : t('{{text}}，{{left}}', { text, left: formatWait(left) })}</p>
    </div>
  )
}
