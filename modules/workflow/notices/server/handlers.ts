import type { Db, Principal } from '#server/context.ts'
import { findPeople } from '../../flows/server/api.ts'
import type { LineOfNotice } from './lines.ts'

export const HANDLER_NAMES = { officer: '学工处', college: '二级学院管理员' } as const
export interface Handlers {
  role: keyof typeof HANDLER_NAMES
  /** College whose managers handle it. */
  departmentId: string | null
  userIds: string[]
}
/** Handlers of an objection: the managers of the person's college if the notice says so and there are any, else the office. Never the objector. */
export async function handlersOf(db: Db, line: LineOfNotice): Promise<Handlers> {
  const who = { applicantId: db.me.userId, studentId: line.studentId, departmentId: line.departmentId, classId: line.classId, row: {} }
  const holders = async (role: 'officer' | 'college') =>
    (await findPeople(db, { by: 'role', role, inDepartment: role === 'college' }, who)).map(p => p.userId).filter(id => id !== db.me.userId)
  const managers = line.handlerRole === 'college' ? await holders('college') : []
  if (managers.length) return { role: 'college', departmentId: line.departmentId, userIds: managers }
  return { role: 'officer', departmentId: null, userIds: await holders('officer') }
}
/** Only holders of the handling role see the objector: neither watchers nor other offices (40-N3). */
export const isHandler = (me: Principal, { handlerRole }: { handlerRole: keyof typeof HANDLER_NAMES }): boolean => me.roles.includes(handlerRole)
