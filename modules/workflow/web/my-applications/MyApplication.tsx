import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Action, InputOf } from '#model'
import { State, type Tone } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { t } from '#web/i18n/index.ts'
import './own.css'

interface OwnSheetProps {
  /** Its number, as accessible name. */
  label: string
  title: ReactNode
  tone: Tone
  state: string
  /** Named in the URL. */
  isNamed: boolean
  /** Status sentence. */
  standing: string
  isOverdue: boolean
  /** Available actions. */
  acts: ReactNode
  /** Link to edit and resubmit, if returned. */
  edit: string | undefined
  /** Its case, if any. */
  instanceId: string | null
  children: ReactNode
}
/** One of one's own applications: content, state and actions. */
export function MyApplication({ label, title, tone, state, isNamed, standing, isOverdue, acts, edit, instanceId, children }: OwnSheetProps) {
  return (
    <section className={isNamed ? 'ql-sheet own-card own-item own-named' : 'ql-sheet own-card own-item'} aria-label={label}>
      <header>
        <h2>{title}</h2>
        <State tone={tone}>{state}</State>
      </header>
      {children}
      {standing ? <p className={isOverdue ? 'own-over' : 'ql-quiet'}>{standing}</p> : null}
      <footer>
        {edit ? (
          <Link to={edit}>
            <Button type="primary">{t('修改并重新提交')}</Button>
          </Link>
        ) : null}
        {acts}
        {instanceId ? <Link to={`/workflow/case/${instanceId}`}>{t('审批进程')}</Link> : null}
      </footer>
    </section>
  )
}
/** Entities changed by an application besides its own row, for cache invalidation. */
export const CASE_CHANGES = ['processTask', 'processInstance'] as const
/** Withdraws an undecided application. */
export const WithdrawButton = <A extends Action>({ of, input }: { of: A; input: InputOf<A> }) => (
  <ActionButton of={of} input={input} changes={CASE_CHANGES} confirm={t('撤回后这份申请不再审批，可以另外申请。')}>
    {t('撤回')}
  </ActionButton>
)
