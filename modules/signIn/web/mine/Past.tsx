import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import { t } from '#web/i18n/index.ts'
import { formatClock, formatDate, formatDatetime } from '#web/values/format.ts'
import { EXCUSES } from '../../model/excuse.ts'
import { makeupApplication } from '../../model/makeup-application.ts'
import { lineStates, makeupStates } from '../../model/sign-line.ts'
import style from '../sign.module.css'
import type { Mine } from './useSigning.ts'

const RUNNING = ['pending', 'returned', 'approved']
const isInTime = ({ makeupUntil }: Mine): boolean => makeupUntil !== null && Date.parse(makeupUntil) > Date.now()
const mayApply = (row: Mine): boolean => row.line === 'absent' && isInTime(row) && !RUNNING.includes(row.makeupState ?? '')

/** The last weeks, with make-up applications. */
export function Past({ rows, named }: { rows: readonly Mine[]; named: string | null }) {
  const [asked, setAsked] = useState<{ verb: 'apply' | 'resubmit'; row: Mine }>()
  const close = () => setAsked(undefined)
  return (
    <Sheet title={t('最近 30 天')} className={style.card}>
      <ul className={style.past}>
        {rows.map(row => (
          <li key={row.id} className={row.makeupId !== null && row.makeupId === named ? style.named : undefined}>
            <span className={style.who}>
              <b>{row.name}</b>
              <small>{[formatDate(row.date), row.signedAt ? formatClock(row.signedAt) : '', row.excuse ? t(EXCUSES[row.excuse]) : ''].filter(Boolean).join(' · ')}</small>
            </span>
            <StateTag of={lineStates} state={row.line} />
            {row.makeupState && row.line !== 'madeUp' ? <Makeup row={row} state={row.makeupState} onEdit={() => setAsked({ verb: 'resubmit', row })} /> : null}
            {mayApply(row) ? <Button onClick={() => setAsked({ verb: 'apply', row })}>{t('申请补签')}</Button> : null}
          </li>
        ))}
      </ul>
      {asked?.verb === 'apply' ? (
        <ActionForm
          of={makeupApplication.apply}
          input={{ lineId: asked.row.id }}
          onClose={close}
          changes={['signLine', 'process']}
          note={
            <p className="ql-help">{t('交给发布人或辅导员，{{until}} 前可以申请。写明当时在哪里、为什么没有签上。', { until: formatDatetime(asked.row.makeupUntil ?? '') })}</p>
          }
        />
      ) : null}
      {asked?.verb === 'resubmit' && asked.row.makeupId ? (
        <ActionForm of={makeupApplication.resubmit} input={{ id: asked.row.makeupId }} onClose={close} changes={['signLine', 'process']} />
      ) : null}
    </Sheet>
  )
}
function Makeup({ row, state, onEdit }: { row: Mine; state: NonNullable<Mine['makeupState']>; onEdit: () => void }) {
  return (
    <span className={style.makeup}>
      {row.instanceId ? (
        <Link to={`/workflow/case/${row.instanceId}`}>
          <StateTag of={makeupStates} state={state}>
            {t('补签{{state}}', { state: t(makeupStates.labels[state]) })}
          </StateTag>
        </Link>
      ) : null}
      {state === 'returned' && isInTime(row) ? (
        <Button size="small" onClick={onEdit}>
          {t('修改')}
        </Button>
      ) : null}
      {(state === 'pending' || state === 'returned') && row.makeupId ? (
        <ActionButton of={makeupApplication.withdraw} input={{ id: row.makeupId }} changes={['signLine']} confirm={t('撤回后在期限内可以重新申请。')}>
          {t('撤回')}
        </ActionButton>
      ) : null}
    </span>
  )
}
