import type { Phrase } from '#model'
import { withStudents } from '#modules/student/server/api.ts'
import { staffOfAll } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { type MessageAbout, notifyAbout } from '#server/notifications/about.ts'
import { rowTodos } from '#server/notifications/row-todos.ts'
import { STAY_MESSAGES } from '../model/messages.ts'
import { type OffCampusCheck, offCampusCheck } from '../model/off-campus-check.ts'
import { KINDS, type OffCampusStay, offCampusStay } from '../model/off-campus-stay.ts'

export const MINE = '/offCampus/mine'
export const aboutStay: MessageAbout<OffCampusStay> = { bizType: 'offCampusStay', link: ({ id }) => `${MINE}?id=${id}`, values: ({ kind }) => ({ kind: { text: KINDS[kind] } }) }
/** 50-OC6: the counsellor has it until the student reports, or the stay is over. */
export const stayTodos = rowTodos<OffCampusStay, 'missed' | 'unwell' | 'unchecked' | 'unreached'>(offCampusStay, aboutStay, {
  unwell: {
    text: '{name}报告校外住处有变化或不平安，请联系',
    while: row => row.state === 'active' && Boolean(row.isUnwell),
    link: row => `/offCampus/living?studentId=${row.studentId}`,
    priority: 'high',
  },
  unchecked: {
    text: '走访{name}的校外住处',
    while: row => row.state === 'active' && row.isCheckDue,
    link: row => `/offCampus/checks?studentId=${row.studentId}`,
    message: STAY_MESSAGES.checkDue,
  },
  unreached: {
    text: '{name}在校外住宿，几次没有联系上，请核实',
    while: row => row.state === 'active' && row.unreached > 0,
    link: row => `/offCampus/living?studentId=${row.studentId}`,
    priority: 'high',
    message: STAY_MESSAGES.unreached,
  },
  missed: {
    text: '{name}没有报告校外住宿情况，请联系',
    while: row => row.state === 'active' && row.reportMark === 'fdy',
    link: row => `/offCampus/living?studentId=${row.studentId}`,
    message: STAY_MESSAGES.reportMissed,
  },
})
export const checkTodos = rowTodos<OffCampusCheck, 'risk'>(
  offCampusCheck,
  { bizType: 'offCampusCheck', link: ({ studentId }) => `/offCampus/checks?studentId=${studentId}`, values: () => ({ kind: '' }) },
  {
    risk: {
      text: '{name}的校外住处隐患逾期未整改',
      while: row => !row.solvedAt,
      link: row => `/offCampus/checks?studentId=${row.studentId}`,
      priority: 'high',
      message: STAY_MESSAGES.risk,
    },
  },
)
type Event = 'approved' | 'answered' | 'reportDue' | 'expiring' | 'expired' | 'ended' | 'revoked'
type More = Readonly<Record<string, string | number | Phrase>>
/** Tells students about their stays. */
export async function tell(db: Db, event: Event, rows: readonly OffCampusStay[], more: (row: OffCampusStay) => More = () => ({})): Promise<void> {
  const people = await withStudents(db, rows)
  await notifyAbout(
    db,
    STAY_MESSAGES[event],
    aboutStay,
    people.map(({ row, who }) => ({ row, who, more: more(row) })),
  )
}
/** Rows with their students and the accounts of their counsellors. */
export async function withCounsellors<R extends { studentId: string }>(db: Db, rows: readonly R[]) {
  const people = await withStudents(db, rows)
  const staff = await staffOfAll(
    db,
    people.map(({ who: { counselledClassId, classId, departmentId } }) => ({ counselledClassId: counselledClassId ?? classId, departmentId })),
    'fdy',
  )
  return people.map((one, n) => ({ ...one, to: staff[n] ?? [] }))
}
