import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { closeTodos, openTodos } from '#server/notifications/todos.ts'
import { counsellorsOf } from '../../stays/server/api.ts'

export const CASES_TODO = 'nightCases'
export const casesLink = (night: string): string => `/dormitory/night/cases?night=${night}`
interface Place {
  classId: string | null
  departmentId: string | null
}
/** Opens one todo per reader and night for all its cases. */
export const openCases = (db: Db, readers: ReadonlyArray<{ userId: string; night: string }>): Promise<void> =>
  openTodos(
    db,
    readers.map(({ userId, night }) => ({
      userId,
      kind: 'task' as const,
      title: { text: '{night} 晚未归学生待处置', values: { night } },
      bizType: CASES_TODO,
      bizId: night,
      link: casesLink(night),
      mobileLink: casesLink(night),
      priority: 'urgent' as const,
    })),
  )
/** Closes the todo of readers without open cases of that night. */
export async function closeDone(db: Db, night: string, lines: readonly Place[]): Promise<void> {
  const open = await db.query<Place>(sql`select distinct class_id as "classId", department_id as "departmentId" from night_line
    where tenant_id = ${db.me.tenantId} and night_date = ${night}::date and handled_state in ('open', 'notFound')`)
  if (!open.length) return void (await closeTodos(db, { bizType: CASES_TODO, bizId: night }, 'done', '已处置'))
  const [done, left] = [await counsellorsOf(db, lines), await counsellorsOf(db, open)]
  const busy = new Set(open.flatMap(o => left(o)))
  const userIds = [...new Set(lines.flatMap(l => done(l)))].filter(id => !busy.has(id))
  if (userIds.length) await closeTodos(db, { bizType: CASES_TODO, bizId: night, userIds }, 'done', '已处置')
}
