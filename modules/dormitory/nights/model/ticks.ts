import type { RoomTick } from './night-line.ts'

const keyOf = ({ roomId, at }: RoomTick): string => `${roomId} ${Date.parse(at)}`
/** New ticks only: a resend after a network failure adds nothing. */
export function addedTicks(known: readonly RoomTick[], more: readonly RoomTick[]): RoomTick[] {
  const seen = new Set(known.map(keyOf))
  return more.filter(tick => !seen.has(keyOf(tick)) && seen.add(keyOf(tick)))
}
/** 20-DN3: the latest tick of each room wins. */
export function lastTicks<T extends RoomTick>(ticks: readonly T[]): Map<string, T> {
  const last = new Map<string, T>()
  for (const tick of ticks) {
    const known = last.get(tick.roomId)
    if (!known || Date.parse(tick.at) >= Date.parse(known.at)) last.set(tick.roomId, tick)
  }
  return last
}
