import { Progress } from 'antd'
import { Sheet } from '#web/feedback/Sheet.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import type { dispatchBoard } from '../../model/dispatch-actions.ts'
import style from './dispatch.module.css'

type Worker = AnswerOf<typeof dispatchBoard>['workers'][number]
/** How loaded each worker is; an order can be dropped on one. */
export const Loads = ({ workers, isTarget, onDrop }: { workers: readonly Worker[]; isTarget: boolean; onDrop: (id: string) => void }) => (
  <Sheet title={t('维修工')}>
    <ul className={style.loads}>
      {workers.map(w => (
        <li
          key={w.id}
          data-target={isTarget || undefined}
          onDragOver={event => event.preventDefault()}
          onDrop={event => {
            event.preventDefault()
            onDrop(w.id)
          }}
        >
          <span>{w.name}</span>
          <Progress
            aria-label={t('{{name}}在手', { name: w.name })}
            size="small"
            percent={(w.open / w.maxOpen) * 100}
            strokeColor={`var(--ql-${w.open < w.maxOpen ? 'qing' : 'ochre'})`}
            format={() => `${w.open}/${w.maxOpen}`}
          />
          <small className="ql-quiet">{w.isOnShift ? t('{{n}} 分钟', { n: Math.round(w.minutes) }) : t('不当班')}</small>
        </li>
      ))}
    </ul>
  </Sheet>
)
