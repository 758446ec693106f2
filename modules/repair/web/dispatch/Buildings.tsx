import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import type { dispatchBoard } from '../../model/dispatch-actions.ts'

type Building = AnswerOf<typeof dispatchBoard>['buildings'][number]
/** Buildings with open orders: how many wait, how many are overdue. One filters the list. */
export const Buildings = ({ of, chosen, onChoose }: { of: readonly Building[]; chosen: string | null; onChoose: (id: string | undefined) => void }) => (
  <ul className="repair-buildings" aria-label={t('楼栋')}>
    {of.map(b =>
      b ? (
        <li key={b.id ?? ''}>
          <button
            type="button"
            aria-pressed={b.id === chosen}
            data-tone={b.breached ? 'refused' : b.pooled ? 'attention' : 'done'}
            onClick={() => onChoose(b.id === chosen ? undefined : (b.id ?? undefined))}
          >
            <b>{b.name}</b>
            <small>{t('待派 {{pooled}} · 未完工 {{open}}', { pooled: b.pooled, open: b.open })}</small>
            {b.breached ? <small className="repair-late">{t('超时 {{n}}', { n: b.breached })}</small> : null}
          </button>
        </li>
      ) : null,
    )}
  </ul>
)
