import { MINUTE_MS } from '#model/days.ts'
import { schoolMs, schoolTimeText } from '#model/school-time.ts'
import { addDays } from '#modules/campus/model/days.ts'

/** Bounds of a slot; the end is exclusive. */
export interface Slot {
  beginAt: string
  endAt: string
}
/** Opening hours of a day in school time, and slot length. */
export interface Opening {
  day: string
  fromTime: string
  toTime: string
  slotMinutes: number
}

/** Error of opening hours: reversed, or not divisible into slots. */
export function openingFault({ day, fromTime, toTime, slotMinutes }: Opening): 'order' | 'uneven' | undefined {
  const minutes = (schoolMs(day, toTime) - schoolMs(day, fromTime)) / MINUTE_MS
  if (minutes <= 0) return 'order'
  return minutes % slotMinutes ? 'uneven' : undefined
}
/** Slots of a day from opening to close. */
export function slotsOf({ day, fromTime, toTime, slotMinutes }: Opening): Slot[] {
  const [from, step] = [schoolMs(day, fromTime), slotMinutes * MINUTE_MS]
  const count = Math.max(0, Math.floor((schoolMs(day, toTime) - from) / step))
  return Array.from({ length: count }, (_, n) => ({ beginAt: new Date(from + n * step).toISOString(), endAt: new Date(from + (n + 1) * step).toISOString() }))
}
/** 2026-09-01 08:00–08:30, the same in every language. */
export const slotText = ({ beginAt, endAt }: Slot): string => `${schoolTimeText(beginAt)}–${schoolTimeText(endAt).slice(11)}`

/** Days before and after the planned day on which a student may arrive. */
export interface Reach {
  early: number
  late: number
}
export const isNearDay = (plannedIn: string, day: string, { early, late }: Reach): boolean => addDays(plannedIn, -early) <= day && day <= addDays(plannedIn, late)
/** Deadline for changing a choice. */
export const changeUntil = ({ beginAt }: Pick<Slot, 'beginAt'>, minutes: number): string => new Date(Date.parse(beginAt) - minutes * MINUTE_MS).toISOString()
export const mayChange = (slot: Pick<Slot, 'beginAt'>, minutes: number, now: number): boolean => now <= Date.parse(changeUntil(slot, minutes))
/** Whether a slot can still be chosen: it has not begun. */
export const isAhead = ({ beginAt }: Pick<Slot, 'beginAt'>, now: number): boolean => Date.parse(beginAt) > now

/** Free slots nearest to a full one, the earlier of two equally near; returned in chronological order. */
export function nearestFree<S extends Slot & { free: number }>(slots: readonly S[], wanted: Slot, now: number, most: number): S[] {
  const from = Date.parse(wanted.beginAt)
  const far = (s: Slot): number => Math.abs(Date.parse(s.beginAt) - from)
  const byTime = (a: Slot, b: Slot): number => Date.parse(a.beginAt) - Date.parse(b.beginAt)
  return slots
    .filter(s => s.free > 0 && isAhead(s, now))
    .toSorted((a, b) => far(a) - far(b) || byTime(a, b))
    .slice(0, most)
    .toSorted(byTime)
}
