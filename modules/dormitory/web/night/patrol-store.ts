import { t } from '#web/i18n/index.ts'
import type { RoomTick } from '../../model/night/night-line.ts'

/** What a patroller carries through a building without a network: the list as it was fetched last, and ticks that nobody has received yet. */
export interface Carried<List> {
  list: List
  ticks: RoomTick[]
}
const keyOf = (userId: string, dormId: string): string => `ql-patrol ${userId} ${dormId}`
export function carried<List>(userId: string, dormId: string): Carried<List> | undefined {
  try {
    return JSON.parse(localStorage.getItem(keyOf(userId, dormId)) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}
/** Answers what is wrong where this browser keeps nothing. */
export function carry<List>(userId: string, dormId: string, what: Carried<List>): string | undefined {
  try {
    localStorage.setItem(keyOf(userId, dormId), JSON.stringify(what))
    return undefined
  } catch {
    return t('这台手机的浏览器存不下查寝记录，请保持网络连接')
  }
}
const isSame = (a: RoomTick, b: RoomTick): boolean => a.roomId === b.roomId && a.at === b.at
/** Ticks that are left once some have arrived; those made meanwhile stay. */
export const without = (ticks: readonly RoomTick[], sent: readonly RoomTick[]): RoomTick[] => ticks.filter(tick => !sent.some(s => isSame(s, tick)))
