import { t } from '#web/i18n/index.ts'
import { PATH, type Stage, stageStates } from '../model/record.ts'
import style from './path.module.css'

/** The stages of the way, those behind marked. */
export function PathLine({ stage }: { stage: Stage }) {
  const at = (PATH as readonly Stage[]).indexOf(stage === 'returned' ? 'discharged' : stage)
  if (at < 0) return null
  return (
    <ol className={style.path} aria-label={t('进度')}>
      {PATH.map((one, n) => (
        <li key={one} data-state={n < at || stage === 'returned' ? 'done' : n === at ? 'now' : 'ahead'} aria-current={n === at ? 'step' : undefined}>
          {t(stageStates.labels[one])}
        </li>
      ))}
    </ol>
  )
}
