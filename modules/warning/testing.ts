import sql from 'sql-template-tag'
import type { OutputOf } from '#model'
import { DAY_MS } from '#model/days.ts'
import { classStaff, teacher } from '#modules/campus/model/people.ts'
import { personFor } from '#modules/campus/server/api.ts'
import { type LeaveSchool, leaveSchool } from '#modules/leave/testing.ts'
import { citizenNo } from '#modules/student/testing.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { serial } from '#testing/serial.ts'
import type { ownCards } from './model/actions.ts'
import { warningCase } from './model/warning-case.ts'
import { warningRule } from './model/warning-rule.ts'
import { warningSignal } from './model/warning-signal.ts'

export type { LeaveSchool }
export const warningSchool = leaveSchool
export const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString()
type Card = OutputOf<typeof ownCards>['cards'][number]
export const cards = async (who: Actor): Promise<Card[]> => (await who.get<{ cards: Card[] }>('warning/warningCase/cards')).data.cards
/** A rule over a source that finds nothing by itself and leaves what is older than a day. */
export const ruleOver = async ({ db }: LeaveSchool, source: string, more: Record<string, unknown> = {}): Promise<string> =>
  (
    await db.insert(warningRule, {
      code: `t${serial('warning')}`,
      title: `${source} 信号`,
      source,
      least: 99_999,
      windowDays: 1,
      points: 30,
      decayDays: 200,
      maxCount: null,
      isEnabled: true,
      ...more,
    })
  ).id
/** A fact of some days ago. */
export const signal = async ({ db }: LeaveSchool, ruleId: string, studentId: string, days = 3, more: Record<string, unknown> = {}): Promise<string> =>
  (
    await db.insert(warningSignal, {
      ruleId,
      studentId,
      occurredAt: daysAgo(days),
      value: 1,
      points: 30,
      sourceType: 'leave.overdue',
      sourceId: `t${serial('warning')}`,
      link: '/x',
      ...more,
    })
  ).id
export const casesOf = ({ db }: LeaveSchool, studentId: string) => db.unscoped(warningCase).all({ studentId }, { sort: ['openedAt'] })
export const close = (who: Actor, id: string | undefined, more: Record<string, unknown> = {}): Promise<Answer> =>
  who.post('warning/warningCase/close', { id, outcome: 'talked', note: '已当面谈话，情况稳定', ...more })
/** A leave that nobody has come back from, entered past all rules. */
export async function overdueLeave(s: LeaveSchool, studentId: string): Promise<string> {
  const [row] = await s.db.query<{
    id: string
  }>(sql`insert into leave (tenant_id, leave_no, student_id, department_id, class_id, type_id, start_at, end_at, days, reason, leaves_campus, leaves_city, state)
    select s.tenant_id, 'W' || s.student_no, s.id, s.department_id, s.class_id, (select t.id from leave_type t where t.tenant_id = s.tenant_id order by t.sort limit 1), ${daysAgo(3)}, ${daysAgo(1)}, 2, '回家', true, false, 'overdue'
    from student s where s.tenant_id = ${s.tenantId} and s.id = ${studentId} returning id`)
  return row?.id ?? ''
}
/** Signs in as the head teacher of a class. */
export async function headTeacher(s: LeaveSchool, classId: string): Promise<Actor> {
  const idNo = citizenNo('11010119800101777')
  const personId = await personFor(s.db, { idType: '1', idNo, name: '方老师' })
  const given = {
    staffNo: 'T777',
    personId,
    name: '方老师',
    genderCode: '2',
    idType: '1',
    idNo,
    departmentId: s.ids.info,
    staffCategory: 'teacher',
    phone: '13800000777',
    status: 'active' as const,
  }
  const { id: teacherId } = await s.db.insert(teacher, given)
  await s.db.insert(classStaff, { classId, teacherId, role: 'bzr', startDate: '2023-09-01', isPrimary: true })
  return s.as({ roles: ['bzr'], teacherId, departmentId: s.ids.info, nickName: '方老师' })
}
