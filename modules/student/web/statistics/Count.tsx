import { useContext } from 'react'
import { t } from '#web/i18n/index.ts'
import { formatNumber } from '#web/values/format.ts'
import { type Ask, OpenPeople } from './people.ts'
import style from './statistics.module.css'

interface CountProps {
  n: number | null | undefined
  /** Description of the count, for the list's title and screen readers. */
  title: string
  ask?: Ask | undefined
}
/** A count that opens its list; suppressed counts are shown as a star. */
export function Count({ n, title, ask }: CountProps) {
  const open = useContext(OpenPeople)
  if (n === null || n === undefined) return <span title={t('人数较少，不单独列出')}>*</span>
  if (!n) return <span className={style.statZero}>0</span>
  if (!ask) return <>{formatNumber(n)}</>
  return (
    <button type="button" className={style.statCount} aria-label={t('{{title}} {{n}} 人，打开名单', { title, n })} onClick={() => open({ title, lists: [{ label: title, ask }] })}>
      {formatNumber(n)}
    </button>
  )
}
