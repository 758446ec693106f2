import { states } from '#model'
/** Purpose of a stay. */
export const STAY_KINDS = { main: '常住', temporary: '临时', change: '调入' } as const
export type StayKind = keyof typeof STAY_KINDS
export const STAY_SOURCES = { presort: '预分配', claim: '自选床位', manual: '登记', import: '导入', change: '调宿', holiday: '假期留校' } as const
export const stayStates = states(
  {
    held: { label: '占位', tone: 'waiting' },
    reserved: { label: '待入住', tone: 'going' },
    checkedIn: { label: '在住', tone: 'done' },
    checkedOut: { label: '已退宿', tone: 'over' },
    expired: { label: '占位过期', tone: 'over' },
    cancelled: { label: '已取消', tone: 'over' },
  },
  { plan: ['reserved', 'checkedIn'], checkIn: ['reserved'], confirmInventory: ['checkedIn'], checkOut: ['checkedIn'], cancel: ['held', 'reserved'], undoCheckOut: ['checkedOut'] },
)
export type StayState = keyof typeof stayStates.labels
/** States that block a bed. */
export const OPEN_STATES = ['held', 'reserved', 'checkedIn'] as const
export const isOpen = (state: string): boolean => (OPEN_STATES as readonly string[]).includes(state)
export const CHECK_IN_WAYS = { self: '扫码', desk: '前台', batch: '批量' } as const
