import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Columns } from '#web/layout/Layout.tsx'
import type { dispatchBoard } from '../../model/dispatch-actions.ts'
import style from './dispatch.module.css'

type Building = AnswerOf<typeof dispatchBoard>['buildings'][number]
/** Buildings with open orders: how many wait, how many are overdue. One filters the list. */
export const Buildings = ({ of, chosen, onChoose }: { of: readonly Building[]; chosen: string | null; onChoose: (id: string | undefined) => void }) => (
  <Columns min={150} gap={2} isFixed role="group" aria-label={t('楼栋')}>
    {of.map(b => (
      <button
        key={b.id ?? ''}
        type="button"
        className={style.building}
        aria-pressed={b.id === chosen}
        data-tone={b.breached ? 'refused' : b.pooled ? 'attention' : 'done'}
        onClick={() => onChoose(b.id === chosen ? undefined : (b.id ?? undefined))}
      >
        <b>{b.name}</b>
        <small>{t('待派 {{pooled}} · 未完工 {{open}}', { pooled: b.pooled, open: b.open })}</small>
        {b.breached ? <small className="ql-danger">{t('超时 {{n}}', { n: b.breached })}</small> : null}
      </button>
    ))}
  </Columns>
)
