import { DAY_MS } from '#model/days.ts'
import { schoolDate } from '#model/school-time.ts'
import type { Api } from './api.ts'
import type { Demo } from './fixture.ts'

export interface HandedIn {
  id: string
  instanceId: string
}
/** So many weeks after the day after tomorrow, in milliseconds. */
const inWeeks = (weeks: number): number => Date.now() + (2 + weeks * 7) * DAY_MS

/** Form input for one day off, far enough from the others to be counted separately; beside a holiday the college would decide as well, so it is taken later. */
export async function leaveForm(student: Api, weeks: number, reason: string) {
  const types = await student.get<Array<{ id: string; label: string }>>('leave/leaveType/getSelect?size=50')
  const typeId = types.find(type => type.label === '事假')?.id
  for (let moment = inWeeks(weeks); ; moment += DAY_MS) {
    const day = schoolDate(moment)
    const span = { startAt: `${day}T08:00:00+08:00`, endAt: `${day}T17:30:00+08:00` }
    const { besideHoliday } = await student.get<{ besideHoliday: string[] }>(`leave/leave/preview?${new URLSearchParams({ typeId: typeId ?? '', ...span })}`)
    if (besideHoliday.length === 0)
      return { typeId, reason, ...span, leavesCampus: false, leavesCity: false, contactName: '陈建国', contactPhone: '13600000921', guardianInformed: true }
  }
}
/** One-day leaves a week apart, pending at the counsellor. */
export async function handInLeaves(demo: Demo, reasons: readonly string[]): Promise<HandedIn[]> {
  const student = await demo.api('student')
  const made: HandedIn[] = []
  for (const [weeks, reason] of reasons.entries()) made.push(await student.post<HandedIn>('leave/leave/apply', await leaveForm(student, weeks, reason)))
  return made
}
