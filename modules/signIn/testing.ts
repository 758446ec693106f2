import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import type { OutputOf } from '#model'
import { departmentsOfStudents, hoursFromNow, type LeaveSchool, leaveSchool } from '#modules/leave/testing.ts'
import { numberAt } from '#server/base/rotating-code.ts'
import { fixture } from '#testing/fixture.ts'
import type { Actor, Answer } from '#testing/school.ts'
import type { quickStart, sign } from './model/actions.ts'
import type { board } from './model/read-actions.ts'
import { signOccurrence } from './model/sign-task.ts'

export { applied, approveAs, approved, at, formOf as leaveForm, hoursFromNow, todoOf } from '#modules/leave/testing.ts'
export { ruleOf } from '#testing/answers.ts'

type Quick = OutputOf<typeof quickStart>
type Signed = OutputOf<typeof sign>
export interface Pupil {
  id: string
  actor: Actor
}
export const CAMPUS = { latitude: 26.5783, longitude: 106.7135 }
export interface SignSchool extends LeaveSchool {
  /** Six students of 软件2301 besides `me`, and one of 视觉2301. */
  pupils: Pupil[]
  away: Pupil
  quick(more?: Record<string, unknown>, who?: Actor): Promise<Quick>
  sign(occurrenceId: string, more?: Record<string, unknown>, who?: Actor): Promise<Answer<Signed>>
  /** The current line. */
  line(
    occurrenceId: string,
    studentId: string,
  ): Promise<{
    id: string
    state: string
    signedAt: string | null
    outAt: string | null
    excuse: string | null
    flags: string[] | null
    flagState: string | null
    way: string | null
  }>
  secret(occurrenceId: string): Promise<string>
  /** The current number. */
  number(occurrenceId: string): Promise<{ number: string }>
  pupil(n: number): Pupil
  board(occurrenceId: string, who?: Actor): Promise<OutputOf<typeof board>>
  /** Calls an action of the module, by default as the counsellor. */
  act(path: string, body: Record<string, unknown>, who?: Actor): Promise<Answer<Record<string, number>>>
  /** A dormitory task that requires a position. */
  located(more?: Record<string, unknown>): Record<string, unknown>
  /** Publishes a task; returns its first occurrence. */
  published(draft: Record<string, unknown>, who?: Actor): Promise<{ id: string; occurrenceId: string }>
  /** Moves an occurrence in time. */
  shift(occurrenceId: string, minutes: number): Promise<void>
}

export const signSchool = fixture('signIn', leaveSchool, pupilsOf, withTasks)

async function pupilsOf(school: LeaveSchool): Promise<Pick<SignSchool, 'pupils' | 'away'>> {
  const { ids, newStudent } = school
  const pupils: Pupil[] = []
  for (const name of ['赵一', '钱二', '孙三', '李四', '周五', '吴六']) pupils.push(await newStudent(ids.s2301, name))
  const away = await newStudent(ids.a2301, '别班')
  await departmentsOfStudents(school)
  return { pupils, away }
}
function withTasks(school: LeaveSchool & Pick<SignSchool, 'pupils' | 'away'>): SignSchool {
  const { db, ids, pupils } = school
  const secretOf = async (occurrenceId: string): Promise<string> => (await db.unscoped(signOccurrence).with('secret').one(occurrenceId)).secret ?? '' // test runs with school-wide scope
  let n = 0
  return {
    ...school,
    pupil: at => pupils[at] as Pupil,
    number: async occurrenceId => ({ number: numberAt(await secretOf(occurrenceId), Date.now()) }),
    board: async (occurrenceId, who = school.fdy) => (await who.get<OutputOf<typeof board>>('signIn/signOccurrence/board', { occurrenceId })).data,
    act: (path, body, who = school.fdy) => who.post(`signIn/${path}`, body),
    located: (more = {}) => ({
      name: `查寝${randomUUID()}`,
      beginTime: hoursFromNow(-0.01),
      endTime: hoursFromNow(1),
      audience: { classIds: [ids.s2301] },
      kind: 'dorm',
      ways: ['location'],
      fences: [{ kind: 'circle', ...CAMPUS, radius: 100, system: 'wgs84' }],
      ...more,
    }),
    async published(draft, who = school.fdy) {
      const made = await who.post<{ id: string }>('signIn/signTask/add', draft)
      if (made.code !== 200) throw new Error(made.msg)
      const answer = await who.post('signIn/signTask/publish', { id: made.data.id })
      if (answer.code !== 200) throw new Error(answer.msg)
      const [date] = await db.unscoped(signOccurrence).all({ taskId: made.data.id }, { sort: ['opensAt'] }) // see above
      return { id: made.data.id, occurrenceId: date?.id ?? '' }
    },
    async quick(more = {}, who = school.fdy) {
      const answer = await who.post<Quick>('signIn/signTask/quick', {
        name: `班会${++n}`,
        kind: 'meeting',
        minutes: 30,
        ways: ['qr', 'number'],
        wayRule: 'any',
        audience: { classIds: [ids.s2301] },
        ...more,
      })
      if (answer.code !== 200) throw new Error(`${answer.code} ${answer.msg}`)
      return answer.data
    },
    sign: (occurrenceId, more = {}, who = school.me) => who.post('signIn/signLine/sign', { occurrenceId, deviceKey: `phone-${who.userId}`, ...more }),
    async line(occurrenceId, studentId) {
      const [row] = await db.query<
        Awaited<ReturnType<SignSchool['line']>>
      >(sql`select id, state, signed_at as "signedAt", out_at as "outAt", excuse, flags, flag_state as "flagState", way from sign_line
        where tenant_id = ${school.tenantId} and occurrence_id = ${occurrenceId} and student_id = ${studentId}`)
      if (!row) throw new Error('no line')
      return row
    },
    secret: secretOf,
    async shift(occurrenceId, minutes) {
      await db.query(sql`update sign_occurrence set opens_at = opens_at + make_interval(mins => ${minutes}::int), closes_at = closes_at + make_interval(mins => ${minutes}::int),
        late_at = late_at + make_interval(mins => ${minutes}::int) where tenant_id = ${school.tenantId} and id = ${occurrenceId}`)
      await db.query(sql`update sign_task t set begin_time = least(begin_time, o.opens_at), end_time = greatest(end_time, o.closes_at) from sign_occurrence o
        where o.tenant_id = ${school.tenantId} and o.id = ${occurrenceId} and t.tenant_id = o.tenant_id and t.id = o.task_id`)
    },
  }
}
