import sql from 'sql-template-tag'
import { schoolTimeText } from '#model/school-time.ts'
import { accountsOf } from '#modules/student/server/api.ts'
import type { Db } from '#server/context.ts'
import type { MessageAbout } from '#server/notifications/about.ts'
import { rowTodos } from '#server/notifications/row-todos.ts'
import { closeTodos, openTodos } from '#server/notifications/todos.ts'
import { engagement } from '../../posts/model/engagement.ts'
import { workPost } from '../../posts/model/post.ts'
import { MINE } from '../../posts/server/api.ts'
import { hourEntry } from '../model/hour-entry.ts'
import { HOUR_MESSAGES, SCAN_MESSAGES } from '../model/messages.ts'
import { hoursText } from '../model/rules.ts'
import { workScan } from '../model/work-scan.ts'
import type { Entry } from './enter.ts'
import type { Scan } from './scan.ts'

export const CONFIRM = 'hourConfirm'
const GRID = '/workStudy/hours'
const titleOf = async (db: Db, postId: string): Promise<string> => (await db.unscoped(workPost).one(postId)).title // names what the row is about
export const aboutEntry: MessageAbout<Entry> = {
  bizType: hourEntry.name,
  link: () => MINE,
  values: async ({ date, hours, postId }, db) => ({ post: await titleOf(db, postId), day: date, hours: hoursText(hours) }),
}
/** The office decides about disputes. */
export const disputeTodos = rowTodos(hourEntry, aboutEntry, {
  dispute: {
    text: '{name}对 {day} 的工时有争议，请处理',
    while: e => e.state === 'disputed',
    link: e => `/workStudy/entries?view=disputed&id=${e.id}`,
    message: HOUR_MESSAGES.disputed,
  },
})
const aboutScan: MessageAbout<Scan> = {
  bizType: workScan.name,
  link: () => GRID,
  values: async ({ engagementId, inAt }, db) => ({ post: await titleOf(db, (await db.unscoped(engagement).one(engagementId)).postId), at: schoolTimeText(inAt) }), // names what the row is about
}
export const scanTodos = rowTodos(workScan, aboutScan, {
  forgotten: { text: '{name} {at} 签到后没有签退，请写明几点结束', while: s => s.state === 'forgotten', link: () => GRID, message: SCAN_MESSAGES.forgotten },
})
const waiting = (db: Db, studentIds: readonly string[]) =>
  db.query<{ studentId: string; n: number }>(sql`select student_id as "studentId", count(*)::int as n from hour_entry
    where tenant_id = ${db.me.tenantId} and student_id = any(${[...studentIds]}::uuid[]) and state = 'entered' group by 1`)
/** One to-do of a student for all hours that wait for their word. */
export const hourTodos = {
  async open(db: Db, studentIds: readonly string[]): Promise<void> {
    const accounts = await accountsOf(db, studentIds)
    const drafts = (await waiting(db, studentIds)).flatMap(({ studentId, n }) => {
      const userId = accounts.get(studentId)
      return userId
        ? [{ userId, kind: 'task' as const, title: { text: '有 {n} 条工时等你确认', values: { n } }, bizType: CONFIRM, bizId: studentId, link: MINE, mobileLink: MINE }]
        : []
    })
    await openTodos(db, drafts)
  },
  /** After hours were confirmed, disputed or taken away: closed where none is left. */
  async follow(db: Db, studentIds: readonly string[]): Promise<void> {
    const left = new Set((await waiting(db, studentIds)).map(w => w.studentId))
    const done = [...new Set(studentIds)].filter(id => !left.has(id))
    if (done.length) await closeTodos(db, { bizType: CONFIRM, bizId: done }, 'done')
    await hourTodos.open(db, [...left])
  },
}
