import type { Db, Principal } from '#server/context.ts'
import { findPeople } from '../../flows/server/api.ts'
import type { HandlerRole } from '../model/notice.ts'
import type { LineOfNotice } from './lines.ts'

/** Pages where objections are answered. Whoever has no part in the notices of the school has a list of their own. */
const DESK = '/workflow/notices?tab=objections&id='
const OWN_DESK = '/workflow/hearings?id='
export const deskOf = (role: HandlerRole, id: string): string => `${role === 'admissions' ? OWN_DESK : DESK}${id}`

export interface Handlers {
  role: HandlerRole
  /** College whose managers handle it. */
  departmentId: string | null
  userIds: string[]
}
/** Handlers of an objection: whom the notice names, the managers of the person's own college or the admissions office, where there are any, else the office. Never the objector. */
export async function handlersOf(db: Db, line: LineOfNotice): Promise<Handlers> {
  const who = { applicantId: db.me.userId, studentId: line.studentId, departmentId: line.departmentId, classId: line.classId, row: {} }
  const holders = async (role: HandlerRole) =>
    (await findPeople(db, { by: 'role', role, inDepartment: role === 'college' }, who)).map(p => p.userId).filter(id => id !== db.me.userId)
  const role = line.handlerRole
  const named = role === 'officer' ? [] : await holders(role)
  if (named.length) return { role, departmentId: role === 'college' ? line.departmentId : null, userIds: named }
  return { role: 'officer', departmentId: null, userIds: await holders('officer') }
}
/** Only holders of the handling role see the objector: neither watchers nor other offices (40-N3). */
export const isHandler = (me: Principal, { handlerRole }: { handlerRole: HandlerRole }): boolean => me.roles.includes(handlerRole)
