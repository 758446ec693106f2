import sql from 'sql-template-tag'
import { addDays } from '#model/days.ts'
import { setParams } from '#modules/message/testing.ts'
import { addStudent, draftOf, type SmallSchool, smallSchool } from '#modules/student/testing.ts'
import { today } from '#server/base/today.ts'
import { ok } from '#testing/answers.ts'
import { fixture } from '#testing/fixture.ts'
import type { Actor } from '#testing/school.ts'

export { ok, ruleOf } from '#testing/answers.ts'

/** Two students of 软件2301 (counsellor 林知夏) and who is around them; 何文博 counsels others. */
export interface AttentionSchool extends SmallSchool {
  people: Record<'officer' | 'admin' | 'college' | 'fdy' | 'other' | 'teacher' | 'psy' | 'second' | 'third' | 'head', Actor>
  pupil: string
  plain: string
  /** A severe case, proposed by the counsellor and confirmed by the first psychologist. */
  severe(more?: Record<string, unknown>): Promise<string>
  caseOf(studentId: string): Promise<string>
}
export const attentionSchool = fixture(
  'attention',
  smallSchool,
  async (s: SmallSchool) => {
    const officer = await s.as({ roles: ['officer'] })
    const of = (role: string, more = {}) => s.as({ roles: [role], departmentId: s.ids.info, ...more })
    const people = {
      officer,
      admin: await s.as({ roles: ['admin'] }),
      college: await of('college'),
      fdy: await of('fdy', { teacherId: s.ids.lin }),
      other: await s.as({ roles: ['fdy', 'bzr'], departmentId: s.ids.info, teacherId: s.ids.he }),
      teacher: await of('teacher'),
      psy: await of('psychologist', { nickName: '心理一' }),
      second: await of('psychologist', { nickName: '心理二' }),
      third: await of('psychologist', { nickName: '心理三' }),
      head: await of('psychologist', { nickName: '主任' }),
    }
    const pupil = (await addStudent(officer, draftOf(s.ids.s2301, { name: '周雨桐' }))).id
    const plain = (await addStudent(officer, draftOf(s.ids.s2301, { name: '陈一诺' }))).id
    return { people, pupil, plain }
  },
  (s): AttentionSchool => {
    const caseOf = async (studentId: string): Promise<string> =>
      (await s.db.query<{ id: string }>(sql`select id from attention_case where tenant_id = ${s.tenantId} and student_id = ${studentId} and state <> 'closed'`))[0]?.id ?? ''
    return {
      ...s,
      caseOf,
      async severe(more = {}) {
        const { fdy, psy, second } = s.people
        ok(await fdy.post('mentalHealth/attentionCase/propose', { studentId: s.pupil, level: '2', why: '连续三天没有上课' }))
        const id = await caseOf(s.pupil)
        ok(
          await psy.post('mentalHealth/attentionCase/confirmSevere', {
            ...CONFIRMED,
            id,
            level: '2',
            assessment: SECRET,
            ownerId: psy.userId,
            backupId: second.userId,
            until: addDays(today(), 30),
            ...more,
          }),
        )
        return id
      },
    }
  },
)
export const SECRET = '只有个案组看得到的评估'
export const CONFIRMED = { kinds: ['psychological'], watchFor: '情绪低落时的表现', agreedActions: '每天见一面', actionCard: '请留意 23:00 前是否回寝' } as const
/** Names the head of the centre. */
export async function headed(s: AttentionSchool): Promise<void> {
  const [head] = await s.db.query<{ no: string }>(sql`select account_no as no from sys_user where tenant_id = ${s.tenantId} and id = ${s.people.head.userId}`)
  await setParams(s, 'mentalHealth', { centreHead: head?.no })
}
