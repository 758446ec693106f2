import { APPLICATION_STATES } from '#model/flow/index.ts'

const { draft: _draft, ...APPLIED } = APPLICATION_STATES
export const CHANGE_TYPES = { move: '调宿', swap: '换宿', group: '批量调宿' } as const
export type ChangeType = keyof typeof CHANGE_TYPES
/** Before the approval the other of a swap is asked; after it the move happens, or what it rested on falls away. */
export const CHANGE_STATES = { waitingPeer: '待对方确认', ...APPLIED, executed: '已执行', lapsed: '已失效' } as const
export type ChangeState = keyof typeof CHANGE_STATES
/** On its way: a student has one of these at most, as applicant or as the other of a swap. */
export const RUNNING = ['waitingPeer', 'pending', 'returned', 'approved'] as const satisfies readonly ChangeState[]
/** What uses up the change of a term; a mass move is no wish of the student's. */
export const COUNTING = [...RUNNING, 'executed'] as const satisfies readonly ChangeState[]
export const isRunning = (state: string): boolean => (RUNNING as readonly string[]).includes(state)
