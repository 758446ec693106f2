/** State of a step of a running case; undefined if not reached. */
export type StepStatus = 'passed' | 'current' | 'returned'
export const STANDINGS: Readonly<Record<StepStatus, string>> = { passed: '已办理', current: '办理中', returned: '已退回' }
