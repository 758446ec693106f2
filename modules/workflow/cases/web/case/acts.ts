import { t } from '#web/i18n/index.ts'
import type { Case } from './types.ts'

/** Actions besides deciding; each opens a dialog. */
export type CaseAct =
  | 'transfer'
  | 'delegate'
  | 'before'
  | 'after'
  | 'beside'
  | 'removeSign'
  | 'cc'
  | 'urge'
  | 'takeBack'
  | 'withdraw'
  | 'resubmit'
  | 'suspend'
  | 'resume'
  | 'jump'
  | 'reassign'
  | 'void'

export interface ActLine {
  key: CaseAct
  label: string
  /** Why it is unavailable now. */
  why?: string
  danger?: boolean
}
type Verbs = Pick<Case, 'can' | 'cannot' | 'mine'>
/** Actions of a list of verbs; impossible ones are absent, temporarily unavailable ones carry the reason. */
function lines(of: Verbs, wanted: ReadonlyArray<readonly [act: CaseAct, verb: string, label: string, danger?: true]>): ActLine[] {
  return wanted.flatMap(([key, verb, label, danger]) => {
    const why = of.cannot?.[verb]
    if (!of.can.includes(verb) && !why) return []
    return [{ key, label, ...(why ? { why } : {}), ...(danger ? { danger } : {}) }]
  })
}
/** For approvers. */
export const approverActs = (c: Verbs): ActLine[] => [
  ...lines(c, [
    ['transfer', 'transfer', t('转办')],
    ['delegate', 'delegate', t('委派')],
    ['before', 'addSign', t('加签：在我之前')],
    ['after', 'addSign', t('加签：在我之后')],
    ['beside', 'addSign', t('加签：与我同时')],
  ]),
  ...(c.mine?.added.length ? [{ key: 'removeSign' as const, label: t('减签') }] : []),
]
/** For participants. */
export const partnerActs = (c: Verbs): ActLine[] =>
  lines(c, [
    ['cc', 'cc', t('抄送')],
    ['urge', 'urge', t('催办')],
    ['takeBack', 'takeBack', t('取回')],
    ['withdraw', 'withdraw', t('撤回'), true],
  ])
/** For administrators of the process. */
export const forcedActs = (c: Verbs): ActLine[] =>
  lines(c, [
    ['suspend', 'suspend', t('暂停')],
    ['resume', 'resume', t('恢复')],
    ['jump', 'jump', t('跳转')],
    ['reassign', 'reassign', t('改派')],
    ['void', 'void', t('作废'), true],
  ])
