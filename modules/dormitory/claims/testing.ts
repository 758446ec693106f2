import sql from 'sql-template-tag'
import { addDays } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import { fixture } from '#testing/fixture.ts'
import type { Actor, Answer } from '#testing/school.ts'
import type { Pool } from '../places/model/pool.ts'
import { type DormSchool, dormSchool } from '../places/testing.ts'

export interface Chooser {
  studentId: string
  actor: Actor
}
/** The dormitory school with students who choose: women of 软件2301 by default. */
export interface ClaimSchool extends DormSchool {
  moveIn: string
  /** Students with accounts, in bulk. */
  choosers(count: number, classId?: string, more?: { genderCode?: '1' | '2' }): Promise<Chooser[]>
  /** A published round for everybody, from an hour ago until tomorrow, over 7号楼. */
  round(more?: Record<string, unknown>): Promise<string>
  hold(who: Chooser, roundId: string, bed: string, key?: string): Promise<Answer<Held>>
  claim<T = Held>(who: Chooser, verb: string, body: Record<string, unknown>): Promise<Answer<T>>
}
export interface Held {
  bedId: string
  bed: string
  state: string
  holdUntil: string | null
  changesLeft: number
  similar: Array<{ id: string; bed: string }>
}
export const minutes = (n: number): string => new Date(Date.now() + n * 60_000).toISOString()
let made = 0
let rounds = 0

export const claimSchool = fixture('claims', dormSchool, async (school: DormSchool) => ({ templateId: await school.newStudent('周雨桐', '2') }), withRounds)

function withRounds(school: DormSchool & { templateId: string }): ClaimSchool {
  const { db, ids, tenantId, templateId } = school
  const pool: Pool = { dormIds: [school.at('7号楼')], grants: [] }
  const moveIn = addDays(today(), 20)
  return {
    ...school,
    moveIn,
    async choosers(count, classId = ids.s2301, { genderCode = '2' } = {}) {
      const rows = await db.query<{ id: string }>(sql`
        insert into student (tenant_id, student_no, name, gender_code, grade, department_id, major_id, grade_major_id, class_id, campus_id, status, id_type, id_no, id_no_hash, birth_date, person_id, level, duration, enrol_date, expected_graduation)
        select s.tenant_id, 'C' || (${made}::int + n), '选床位' || (${made}::int + n), ${genderCode}, c.grade, c.department_id, c.major_id, c.grade_major_id, c.id, c.campus_id, 'active', s.id_type, s.id_no, 'c' || (${made}::int + n),
          s.birth_date, s.person_id, s.level, s.duration, s.enrol_date, ${addDays(today(), 900)}::date
        from student s join stu_class c on c.tenant_id = s.tenant_id and c.id = ${classId}, generate_series(1, ${count}::int) n where s.tenant_id = ${tenantId} and s.id = ${templateId} returning id`)
      made += count
      return Promise.all(rows.map(async ({ id }) => ({ studentId: id, actor: await school.as({ roles: ['student'], studentId: id }) })))
    },
    async round(more = {}) {
      const draft = { name: `选床位${++rounds}`, beginTime: minutes(-60), endTime: minutes(1440), audience: { roles: ['student'] }, pool, waves: [], moveIn, ...more }
      const added = await school.officer.post<{ id: string }>('dorm/claimRound/add', draft)
      if (added.code !== 200) throw new Error(added.msg)
      const published = await school.officer.post('dorm/claimRound/publish', { id: added.data.id })
      if (published.code !== 200) throw new Error(published.msg)
      return added.data.id
    },
    hold: (who, roundId, bed, key) => who.actor.post<Held>('dorm/claimRound/hold', { roundId, bedId: school.at(bed) }, key ? { 'idempotency-key': key } : {}),
    claim: <T>(who: Chooser, verb: string, body: Record<string, unknown>) => who.actor.post<T>(`dorm/${verb}`, body),
  }
}
