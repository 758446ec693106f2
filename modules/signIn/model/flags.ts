import { metresApart, type Spot } from '#model/geo.ts'

/** Anomalies of an answer. A flag never decides; the publisher does (20-SA8). */
export const FLAGS = {
  deviceShared: '同一手机',
  newDevice: '新设备',
  jump: '位置跳变',
  sameSpot: '坐标相同',
  mocked: '模拟定位',
  samePhoto: '照片相同',
  clockOff: '手机时间不准',
} as const
export type Flag = keyof typeof FLAGS
export const FLAG_STATES = { open: '待核实', cleared: '已认可', confirmed: '已作废' } as const

export interface Seen extends Spot {
  at: string
}
const SECONDS_AN_HOUR = 3600
const METRES_A_KILOMETRE = 1000
/** Speed in km/h implied by two answers. */
export function speedBetween(a: Seen, b: Seen): number {
  const seconds = Math.abs(Date.parse(b.at) - Date.parse(a.at)) / 1000
  return (metresApart(a, b) / METRES_A_KILOMETRE / Math.max(1, seconds)) * SECONDS_AN_HOUR
}
/** Whether a phone's clock deviates so far that it may have been set. */
export const isClockOff = (clientAt: string | null | undefined, now: number, minutes: number): boolean =>
  Boolean(clientAt) && Math.abs(Date.parse(clientAt ?? '') - now) > minutes * 60_000
