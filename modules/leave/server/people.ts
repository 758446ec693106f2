import { schoolTimeText } from '#model/school-time.ts'
import type { MessageAbout } from '#server/notifications/about.ts'
import type { Leave } from './submit.ts'
import { typeOf } from './submit.ts'

export const LINK = '/leave/mine'
export const linkOf = (id: string): string => `${LINK}?id=${id}`

export const aboutLeave: MessageAbout<Leave> = {
  bizType: 'leave',
  link: row => linkOf(row.id),
  async values(row, db) {
    return { type: { text: (await typeOf(db, row.typeId)).name }, from: schoolTimeText(row.startAt), to: schoolTimeText(row.endAt), days: row.days }
  },
}
/** Link to a leave for staff. */
export const staffLink = (row: Pick<Leave, 'leaveNo'>): string => `/leave/leaves?q=${row.leaveNo}`
