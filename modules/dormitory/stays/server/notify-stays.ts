import type { StudentOf } from '#modules/student/server/api.ts'
import type { Db } from '#server/context.ts'
import type { Notification as Message } from '#server/notifications/notify.ts'
import type { STAY_MESSAGES } from '../model/messages.ts'
import { bedsOf } from './beds.ts'
import { tellStudents } from './notify-students.ts'
import type { Brief } from './write.ts'

interface NotifyOptions<S extends Brief> {
  /** Values besides the bed name. */
  valuesOf?: (stay: S) => NonNullable<Message['values']>
  /** Students, if already loaded. */
  students?: ReadonlyMap<string, StudentOf>
}
/** Notifies the student of each stay about their bed. */
export async function tellStays<S extends Brief>(
  db: Db,
  event: (typeof STAY_MESSAGES)[keyof typeof STAY_MESSAGES],
  stays: readonly S[],
  { valuesOf = () => ({}), students }: NotifyOptions<S> = {},
): Promise<void> {
  const beds = await bedsOf(
    db,
    stays.map(s => s.bedId),
  )
  await tellStudents(
    db,
    event,
    stays.map(s => ({ studentId: s.studentId, values: { bed: beds.get(s.bedId)?.fullName ?? '', ...valuesOf(s) }, bizType: 'dormStay', bizId: s.id })),
    students,
  )
}
