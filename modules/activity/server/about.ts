import type { Phrase } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { withStudents } from '#modules/student/server/api.ts'
import type { Db } from '#server/context.ts'
import { type MessageAbout, notifyAbout } from '#server/notifications/about.ts'
import type { Activity } from '../model/activity.ts'
import { type ActivityEnrolment, activityEnrolment } from '../model/enrolment.ts'
import { ACTIVITY_MESSAGES } from '../model/messages.ts'

export const MINE = '/activity/mine'
export const ORGANISE = '/activity/organise'
const about: MessageAbout<ActivityEnrolment> = { bizType: activityEnrolment.name, link: () => MINE, values: () => ({}) }
/** For whoever runs the activity. */
export const aboutRoster: MessageAbout<ActivityEnrolment> = { bizType: activityEnrolment.name, link: ({ activityId }) => `/activity/roster?id=${activityId}`, values: () => ({}) }
/** Tells students about their enrolments in one activity. */
export async function tell(
  db: Db,
  event: keyof typeof ACTIVITY_MESSAGES,
  { title, startAt }: Activity,
  rows: readonly ActivityEnrolment[],
  more: Record<string, string | Phrase> = {},
): Promise<void> {
  if (!rows.length) return
  const values = { activity: title, start: schoolTimeText(startAt), ...more }
  await notifyAbout(
    db,
    ACTIVITY_MESSAGES[event],
    about,
    (await withStudents(db, rows)).map(one => ({ ...one, more: values })),
  )
}
