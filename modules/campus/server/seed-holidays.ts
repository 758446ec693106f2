import { addDays, daysBetween } from '../model/days.ts'

export interface HolidayDay {
  date: string
  dayType: 'holiday' | 'makeup'
  asWeekday: number | null
  name: string
}
/** Holidays of the State Council's yearly notices. `from`–`to` are off; make-up days are worked with the timetable of the weekday after the colon. */
const NOTICES: ReadonlyArray<readonly [name: string, from: string, to: string, makeups?: string]> = [
  ['元旦', '2024-01-01', '2024-01-01'],
  ['春节', '2024-02-10', '2024-02-17', '2024-02-04:4 2024-02-18:5'],
  ['清明节', '2024-04-04', '2024-04-06', '2024-04-07:5'],
  ['劳动节', '2024-05-01', '2024-05-05', '2024-04-28:4 2024-05-11:5'],
  ['端午节', '2024-06-10', '2024-06-10'],
  ['中秋节', '2024-09-15', '2024-09-17', '2024-09-14:1'],
  ['国庆节', '2024-10-01', '2024-10-07', '2024-09-29:5 2024-10-12:1'],
  ['元旦', '2025-01-01', '2025-01-01'],
  ['春节', '2025-01-28', '2025-02-04', '2025-01-26:1 2025-02-08:2'],
  ['清明节', '2025-04-04', '2025-04-06'],
  ['劳动节', '2025-05-01', '2025-05-05', '2025-04-27:1'],
  ['端午节', '2025-05-31', '2025-06-02'],
  ['国庆节、中秋节', '2025-10-01', '2025-10-08', '2025-09-28:2 2025-10-11:3'],
  ['元旦', '2026-01-01', '2026-01-03', '2026-01-04:5'],
  ['春节', '2026-02-15', '2026-02-23', '2026-02-14:5 2026-02-28:1'],
  ['清明节', '2026-04-04', '2026-04-06'],
  ['劳动节', '2026-05-01', '2026-05-05', '2026-05-09:2'],
  ['端午节', '2026-06-19', '2026-06-21'],
  ['中秋节', '2026-09-25', '2026-09-27'],
  ['国庆节', '2026-10-01', '2026-10-07', '2026-09-20:2 2026-10-10:3'],
  // 2027: statutory days only; make-up days follow with that year's notice
  ['元旦', '2027-01-01', '2027-01-01'],
  ['春节', '2027-02-05', '2027-02-08'],
  ['清明节', '2027-04-05', '2027-04-05'],
  ['劳动节', '2027-05-01', '2027-05-02'],
  ['端午节', '2027-06-09', '2027-06-09'],
  ['中秋节', '2027-09-15', '2027-09-15'],
  ['国庆节', '2027-10-01', '2027-10-03'],
]
/** Holidays and make-up days of a calendar year, in order; empty for unknown years. */
export function holidaysOf(year: number): HolidayDay[] {
  const days = NOTICES.filter(([, from]) => from.startsWith(String(year))).flatMap(([name, from, to, makeups = '']) => [
    ...Array.from({ length: daysBetween(from, to) + 1 }, (_, i): HolidayDay => ({ date: addDays(from, i), dayType: 'holiday', asWeekday: null, name })),
    ...(makeups ? makeups.split(' ') : []).map((m): HolidayDay => ({ date: m.slice(0, 10), dayType: 'makeup', asWeekday: Number(m.slice(11)), name: `${name}调休` })),
  ])
  return days.sort((a, b) => a.date.localeCompare(b.date))
}
