import { APPLICATION_STATES } from '#model/flow/index.ts'

const { draft: _draft, ...APPLIED } = APPLICATION_STATES
export const CHANGE_TYPES = { move: '调宿', swap: '换宿', group: '批量调宿' } as const
export type ChangeType = keyof typeof CHANGE_TYPES
/** Before the approval the swap partner is asked; afterwards the move is executed or expires. */
export const CHANGE_STATES = { waitingPeer: '待对方确认', ...APPLIED, executed: '已执行', lapsed: '已失效' } as const
export type ChangeState = keyof typeof CHANGE_STATES
/** Open states: a student has at most one such application, as applicant or partner. */
export const RUNNING = ['waitingPeer', 'pending', 'returned', 'approved'] as const satisfies readonly ChangeState[]
/** States that use up the term's change; mass moves do not count. */
export const COUNTING = [...RUNNING, 'executed'] as const satisfies readonly ChangeState[]
export const isRunning = (state: string): boolean => (RUNNING as readonly string[]).includes(state)
