const MINUTES = 60
const EAST_MINUTES = 8 * MINUTES
const DAY_MINUTES = 24 * MINUTES
const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * MINUTES + Number(clock.slice(3, 5))

/** Whether a moment lies between two times of the school's day (`23:00` to `06:30`). The range may span midnight; without both times never. */
export function isWithinHours(from: string | null | undefined, to: string | null | undefined, now: Date): boolean {
  if (!from || !to) return false
  const minute = (Math.floor(now.getTime() / 60_000) + EAST_MINUTES) % DAY_MINUTES
  const [begin, end] = [minutesOf(from), minutesOf(to)]
  return begin <= end ? minute >= begin && minute < end : minute >= begin || minute < end
}
