import { Sheet } from '#web/feedback/Sheet.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import type { dispatchBoard } from '../../model/dispatch-actions.ts'

type Worker = AnswerOf<typeof dispatchBoard>['workers'][number]
/** How loaded each worker is; an order can be dropped on one. */
export const Loads = ({ workers, isTarget, onDrop }: { workers: readonly Worker[]; isTarget: boolean; onDrop: (id: string) => void }) => (
  <Sheet title={t('维修工')}>
    <ul className={isTarget ? 'repair-loads repair-target' : 'repair-loads'}>
      {workers.map(w =>
        w ? (
          <li
            key={w.id}
            onDragOver={event => event.preventDefault()}
            onDrop={event => {
              event.preventDefault()
              onDrop(w.id)
            }}
          >
            <span>{w.name}</span>
            <meter aria-label={t('{{name}}在手', { name: w.name })} value={w.open} max={w.maxOpen} high={w.maxOpen - 1} />
            <small>{`${w.open}/${w.maxOpen}`}</small>
            <small className="ql-quiet">{w.isOnShift ? t('{{n}} 分钟', { n: Math.round(w.minutes) }) : t('不当班')}</small>
          </li>
        ) : null,
      )}
    </ul>
  </Sheet>
)
