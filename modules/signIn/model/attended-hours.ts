import { MINUTE_MS } from '#model/days.ts'

export interface Planned {
  start: string
  end: string
  hours: number
}
export interface Attended {
  signIn: string | null
  signOut: string | null
}
export const inHalves = (hours: number): number => Math.floor(Math.max(0, hours) * 2 + 1e-9) / 2
/** Attended minutes of what was planned as hours, in halves and never more than planned. Without a time out, half of what staying to the end would have given. */
export function attendedHours({ start, end, hours }: Planned, { signIn, signOut }: Attended, minutesPerHour: number): number {
  if (!signIn) return 0
  const from = Math.max(Date.parse(start), Date.parse(signIn))
  const to = signOut ? Math.min(Date.parse(end), Date.parse(signOut)) : Date.parse(end)
  const whole = Math.min(hours, Math.max(0, to - from) / MINUTE_MS / minutesPerHour)
  return inHalves(signOut ? whole : whole / 2)
}
