import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Action, Fields, States } from '#model'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import style from './own.module.css'

/** The actions on one's own applications, as `ownApplication` makes them. */
export interface OwnActions {
  mine: Action<Fields, Fields, true>
  withdraw: Action<Fields, 'none'>
  cancel?: Action<Fields, 'none'>
}
/** What every answer of `mine` has. */
export interface OwnRow {
  id: string
  state: string
  instanceId: string | null
  nextStep: string | null
  can: readonly string[]
}
interface MyApplicationProps {
  of: OwnActions
  row: OwnRow
  at: { isNamed: boolean }
  /** Its number, as accessible name. */
  label: string
  title: ReactNode
  states: States
  /** Status sentence once it is decided. */
  standing?: string
  isOverdue?: boolean
  /** Path of the form, or what opens it. */
  apply: string | (() => void)
  /** What follows from withdrawing. */
  withdrawNote?: string
  /** Label of cancelling, and what follows from it. */
  cancel?: { label: string; note: string }
  /** Further entities that withdrawing and cancelling change. */
  changes?: readonly string[]
  /** Buttons for the verbs of the kind itself. */
  acts?: ReactNode
  children: ReactNode
}
/** One of one's own applications: content, state and actions. */
export function MyApplication({ of, row, at, label, title, states, standing, isOverdue, apply, withdrawNote, cancel, changes = CASE_CHANGES, acts, children }: MyApplicationProps) {
  const sentence = progressText(row) || standing
  const can = (verb: string): boolean => row.can.includes(verb)
  const input = { id: row.id }
  return (
    <Sheet label={label} isNamed={at.isNamed} className={style.item}>
      <header>
        <h2>{title}</h2>
        <StateTag of={states} state={row.state} />
      </header>
      {children}
      {sentence ? <p className={isOverdue ? style.over : 'ql-quiet'}>{sentence}</p> : null}
      <footer>
        {can('edit') ? <EditButton id={row.id} apply={apply} /> : null}
        {acts}
        {can('cancel') && of.cancel && cancel ? (
          <FormButton of={of.cancel} input={input} changes={changes} danger note={cancel.note}>
            {cancel.label}
          </FormButton>
        ) : null}
        {can('withdraw') ? (
          <ActionButton of={of.withdraw} input={input} changes={changes} confirm={withdrawNote ?? t('撤回后这份申请不再审批，可以另外申请。')}>
            {t('撤回')}
          </ActionButton>
        ) : null}
        {typeof apply === 'string' && ENDED.includes(row.state) ? <Link to={`${apply}?copy=${row.id}`}>{t('再次申请')}</Link> : null}
        {row.instanceId ? <Link to={`/workflow/case/${row.instanceId}`}>{t('审批进程')}</Link> : null}
      </footer>
    </Sheet>
  )
}
/** What may be asked once more. */
const ENDED: readonly string[] = ['rejected', 'withdrawn', 'cancelled', 'closed', 'returned']
/** How far an undecided application is. */
function progressText({ state, nextStep }: OwnRow): string {
  if (state === 'pending') return nextStep ?? t('等待审批')
  return state === 'returned' ? t('被退回，请修改后重新提交') : ''
}
/** Entities changed by an application besides its own row, for cache invalidation. */
export const CASE_CHANGES = ['processTask', 'processInstance'] as const
function EditButton({ id, apply }: { id: string; apply: string | (() => void) }) {
  const isPath = typeof apply === 'string'
  const button = (
    <Button type="primary" {...(isPath ? {} : { onClick: apply })}>
      {t('修改并重新提交')}
    </Button>
  )
  return isPath ? <Link to={`${apply}?edit=${id}`}>{button}</Link> : button
}
