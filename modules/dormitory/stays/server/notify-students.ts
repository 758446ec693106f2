import type { MessageEvent } from '#model'
import { type StudentOf, studentsOf } from '#modules/student/server/api.ts'
import type { Db } from '#server/context.ts'
import { type Notification, notifyEach } from '#server/notifications/notify.ts'

const MINE = '/dormitory/mine'
interface About extends Pick<Notification, 'bizType' | 'bizId' | 'values'> {
  studentId: string
}
/** The same event to many students, each with their own values; links to 我的宿舍. `students`: if already loaded. */
export async function tellStudents(db: Db, event: MessageEvent, about: readonly About[], students?: ReadonlyMap<string, StudentOf>): Promise<void> {
  if (!about.length) return
  const people =
    students ??
    (await studentsOf(
      db,
      about.map(a => a.studentId),
    ))
  await notifyEach(
    db,
    event,
    about.map(({ studentId, ...told }) => ({ ...told, to: [people.get(studentId)?.userId].flatMap(id => id ?? []), link: MINE, mobileLink: MINE })),
  )
}
