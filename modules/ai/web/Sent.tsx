import { t } from '#web/i18n/index.ts'
import style from './ai.module.css'

/** 60-AI3: what left the school, on demand. */
export function Sent({ of }: { of: ReadonlyArray<string | null> }) {
  if (!of.length) return null
  return (
    <details className={style.sent}>
      <summary>{t('实际发出的内容')}</summary>
      {of.map(part => part && <p key={part}>{part}</p>)}
    </details>
  )
}
