import { SUBMITTED_STATES } from '#flow/index.ts'
import { states } from '#model'

export const CHANGE_TYPES = { move: '调宿', swap: '换宿', group: '批量调宿' } as const
export type ChangeType = keyof typeof CHANGE_TYPES
/** Before the approval the swap partner is asked; afterwards the move is executed or expires. */
export const changeStates = states(
  {
    waitingPeer: { label: '待对方确认', tone: 'going' },
    ...SUBMITTED_STATES,
    approved: { label: '已通过', tone: 'going' },
    executed: { label: '已执行', tone: 'done' },
    lapsed: { label: '已失效', tone: 'over' },
  },
  { resubmit: ['returned'], withdraw: ['waitingPeer', 'pending', 'returned'], cancel: ['approved'], answer: ['waitingPeer'], execute: ['approved'] },
)
export type ChangeState = keyof typeof changeStates.labels
/** Open states: a student has at most one such application, as applicant or partner. */
export const RUNNING = ['waitingPeer', 'pending', 'returned', 'approved'] as const satisfies readonly ChangeState[]
/** States that use up the term's change; mass moves do not count. */
export const COUNTING = [...RUNNING, 'executed'] as const satisfies readonly ChangeState[]
export const isRunning = (state: string): boolean => (RUNNING as readonly string[]).includes(state)
