import { decimal } from '#model'

/** What may be entered; an entry has at least one of them. */
export const asked = {
  hours: decimal('时长（小时）', { precision: 5, scale: 1, min: 0, max: 999, initial: 0 }),
  points: decimal('积分', { precision: 6, scale: 2, min: 0, max: 999, initial: 0 }),
  labourHours: decimal('劳动学时', { precision: 5, scale: 1, min: 0, max: 999, initial: 0, help: '记入劳动教育的服务性劳动' }),
} as const
const kept = { required: true, readonly: true, initial: 0 } as const
/** What an entry holds; that of a reversal is below 0. */
export const earned = {
  hours: decimal('时长（小时）', { ...kept, precision: 5, scale: 1 }),
  points: decimal('积分', { ...kept, precision: 6, scale: 2 }),
  labourHours: decimal('劳动学时', { ...kept, precision: 5, scale: 1 }),
} as const
export const counted = {
  countedHours: decimal('计入时长', { ...kept, precision: 5, scale: 1 }),
  countedPoints: decimal('计入积分', { ...kept, precision: 6, scale: 2 }),
} as const
