import { t } from '#web/i18n/index.ts'
import { accountStore } from '#web/offline/index.ts'
import type { RoomTick } from '../../model/night/night-line.ts'

/** What a patroller carries through a building without a network: the list as it was fetched last, and ticks that nobody has received yet. */
export interface Carried<List> {
  list: List
  ticks: RoomTick[]
}
const listKey = (place: string): string => `patrol list ${place}`
const ticksOf = (place: string): string => `patrol tick ${place} `
/** A key each, so that two pages of one phone do not overwrite each other's ticks. */
const tickKey = (place: string, { at, roomId }: RoomTick): string => `${ticksOf(place)}${at} ${roomId}`

export function carried<List>(place: string): Carried<List> | undefined {
  const list = accountStore().get<List>(listKey(place))
  return list === undefined ? undefined : { list, ticks: accountStore().all<RoomTick>(ticksOf(place)) }
}
export const carryList = (place: string, list: unknown): Promise<string | undefined> => problemOf(accountStore().set(listKey(place), list))
export const carryTick = (place: string, tick: RoomTick): Promise<string | undefined> => problemOf(accountStore().set(tickKey(place, tick), tick))
/** Forgets ticks that have arrived or have lapsed; those made meanwhile stay. */
export const dropTicks = (place: string, ticks: readonly RoomTick[]): Promise<unknown> => Promise.allSettled(ticks.map(tick => accountStore().delete(tickKey(place, tick))))
/** Answers what is wrong where this browser keeps nothing. */
const problemOf = (saved: Promise<void>): Promise<string | undefined> =>
  saved.then(
    () => undefined,
    () => t('这台手机的浏览器存不下查寝记录，请保持网络连接'),
  )
