import type { MessageEvent } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import type { StudentOf } from '#modules/student/server/api.ts'
import type { Db } from '#server/context.ts'
import { type Notification, notify, notifyEach } from '#server/notifications/notify.ts'
import type { Leave } from './submit.ts'
import { typeOf } from './submit.ts'

export const LINK = '/leave/mine'
export const linkOf = (id: string): string => `${LINK}?id=${id}`

/** Values common to all messages about a leave. */
export async function valuesOf(db: Db, row: Leave) {
  return { type: { text: (await typeOf(db, row.typeId)).name }, from: schoolTimeText(row.startAt), to: schoolTimeText(row.endAt), days: row.days }
}
type More = NonNullable<Notification['values']>
/** Recipient of a message about their leave, with additional values. */
export interface ToldStudent {
  who: StudentOf
  row: Leave
  more?: More
}
const toldAbout = async (db: Db, to: readonly string[], row: Leave, more: More, link: string): Promise<Notification> => ({
  to,
  values: { ...(await valuesOf(db, row)), ...more },
  bizType: 'leave',
  bizId: row.id,
  link,
  mobileLink: link,
})
export async function tellAbout(db: Db, event: MessageEvent, to: readonly string[], row: Leave, more: More, link: string): Promise<void> {
  if (to.length) await notify(db, event, await toldAbout(db, to, row, more, link))
}
export const tellStudent = (db: Db, event: MessageEvent, who: StudentOf, row: Leave, more: More = {}): Promise<void> => tellStudents(db, event, [{ who, row, more }])
/** One event to many students, each about their own leave, in one statement. Students without an account are skipped. */
export async function tellStudents(db: Db, event: MessageEvent, each: readonly ToldStudent[]): Promise<void> {
  const told = each.map(({ who, row, more }) => toldAbout(db, who.userId ? [who.userId] : [], row, { name: who.name, ...more }, linkOf(row.id)))
  await notifyEach(db, event, await Promise.all(told))
}

/** Link to a leave for staff. */
export const staffLink = (row: Pick<Leave, 'leaveNo'>): string => `/leave/leaves?q=${row.leaveNo}`
