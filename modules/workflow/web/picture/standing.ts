/** How a step of a running case stands; what has not been reached has no standing. */
export type Standing = 'passed' | 'current' | 'returned'
export const STANDINGS: Readonly<Record<Standing, string>> = { passed: '已办理', current: '办理中', returned: '已退回' }
