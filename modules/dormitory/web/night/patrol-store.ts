import { t } from '#web/i18n/index.ts'
import { accountStore } from '#web/offline/index.ts'
import type { RoomTick } from '../../model/night/night-line.ts'

/** Offline data of a patrol: the last list fetched, and ticks not yet synced. */
export interface Carried<List> {
  list: List
  ticks: RoomTick[]
}
const listKey = (place: string): string => `patrol list ${place}`
const ticksOf = (place: string): string => `patrol tick ${place} `
/** One key per tick, so that two tabs do not overwrite each other's. */
const tickKey = (place: string, { at, roomId }: RoomTick): string => `${ticksOf(place)}${at} ${roomId}`

export function carried<List>(place: string): Carried<List> | undefined {
  const list = accountStore().get<List>(listKey(place))
  return list === undefined ? undefined : { list, ticks: accountStore().all<RoomTick>(ticksOf(place)) }
}
export const carryList = (place: string, list: unknown): Promise<string | undefined> => problemOf(accountStore().set(listKey(place), list))
export const carryTick = (place: string, tick: RoomTick): Promise<string | undefined> => problemOf(accountStore().set(tickKey(place, tick), tick))
/** Deletes synced and expired ticks; newer ones stay. */
export const dropTicks = (place: string, ticks: readonly RoomTick[]): Promise<unknown> => Promise.allSettled(ticks.map(tick => accountStore().delete(tickKey(place, tick))))
/** Returns the error where local storage is unavailable. */
const problemOf = (saved: Promise<void>): Promise<string | undefined> =>
  saved.then(
    () => undefined,
    () => t('这台手机的浏览器存不下查寝记录，请保持网络连接'),
  )
