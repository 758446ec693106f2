/** Purpose of a stay. */
export const STAY_KINDS = { main: '常住', temporary: '临时', change: '调入' } as const
export type StayKind = keyof typeof STAY_KINDS
export const STAY_SOURCES = { presort: '预分配', claim: '自选床位', manual: '登记', import: '导入', change: '调宿', holiday: '假期留校' } as const
export const STAY_STATES = { held: '占位', reserved: '待入住', checkedIn: '在住', checkedOut: '已退宿', expired: '占位过期', cancelled: '已取消' } as const
export type StayState = keyof typeof STAY_STATES
/** States that block a bed. */
export const OPEN_STATES = ['held', 'reserved', 'checkedIn'] as const
export const isOpen = (state: string): boolean => (OPEN_STATES as readonly string[]).includes(state)
export const CHECK_IN_WAYS = { self: '扫码', desk: '前台', batch: '批量' } as const

const STEPS: Readonly<Record<StayState, readonly StayState[]>> = {
  held: ['reserved', 'expired', 'cancelled'],
  reserved: ['checkedIn', 'cancelled'],
  checkedIn: ['checkedOut'],
  checkedOut: ['checkedIn'], // 20-DR7: only by undo
  expired: [],
  cancelled: [],
}
export const mayBecome = (from: StayState, to: StayState): boolean => STEPS[from].includes(to)
