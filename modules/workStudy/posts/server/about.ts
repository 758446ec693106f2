import { schoolTimeText } from '#model/school-time.ts'
import type { Db } from '#server/context.ts'
import type { MessageAbout } from '#server/notifications/about.ts'
import { rowTodos } from '#server/notifications/row-todos.ts'
import { postApplication } from '../model/application.ts'
import { engagement } from '../model/engagement.ts'
import { POST_MESSAGES } from '../model/messages.ts'
import { workPost } from '../model/post.ts'
import { employUnit } from '../model/unit.ts'
import type { Applied } from './application.ts'
import type { Engaged } from './engagements.ts'

export const MINE = '/workStudy/mine'
export const APPLICANTS = '/workStudy/applicants'
const namesOf = async (db: Db, { postId, unitId }: { postId: string; unitId: string }) => ({
  post: (await db.unscoped(workPost).one(postId)).title, // names what the row is about
  unit: (await db.cached(employUnit)).get(unitId)?.name ?? '',
})
export const aboutApplication: MessageAbout<Applied> = { bizType: postApplication.name, link: () => MINE, values: (row, db) => namesOf(db, row) }
export const aboutEngagement: MessageAbout<Engaged> = { bizType: engagement.name, link: () => MINE, values: (row, db) => namesOf(db, row) }
/** What students, counsellors and employers have to do about an application. */
export const applicationTodos = rowTodos(postApplication, aboutApplication, {
  answer: {
    text: '{unit}录用你为{post}，请答复',
    while: r => r.state === 'offered',
    gone: r => r.state === 'lapsed',
    link: () => MINE,
    dueAt: r => r.offerUntil,
    priority: 'high',
    message: POST_MESSAGES.offered,
  },
  opinion: {
    text: '{name} 应聘{post}，请填写意见',
    while: r => (r.state === 'pending' || r.state === 'interview') && r.fdyFit === null,
    link: r => `/workStudy/applications?id=${r.id}`,
  },
})
export const untilText = (row: Applied): string => schoolTimeText(row.offerUntil ?? '')
