import { draftOf, type SmallSchool, smallSchool } from '#modules/student/testing.ts'
import { fixture } from '#testing/fixture.ts'
import type { Actor, Answer } from '#testing/school.ts'
import type { Spec } from './model/spec.ts'

export interface QueryAnswer {
  columns: Array<{ key: string; label: string }>
  rows: Array<Array<string | number | null>>
  total: number
}
/** Two counsellors and four students: two in a class of the one, one of the other, one of neither. */
export interface QuerySchool extends SmallSchool {
  officer: Actor
  lin: Actor
  he: Actor
  /** About students; by the office, unless told otherwise. */
  ask(spec: Spec | Record<string, unknown>, who?: Actor, more?: Record<string, unknown>): Promise<Answer<QueryAnswer>>
}
export const querySchool = fixture(
  'query',
  smallSchool,
  async s => {
    const officer = await s.as({ roles: ['officer'] })
    for (const [classId, name, phone] of [
      [s.ids.s2301, '张一', '13800000001'],
      [s.ids.s2301, '张二', '13800000002'],
      [s.ids.n2301, '李三', '13800000003'],
      [s.ids.s2401, '王%四', '13800000004'],
    ] as const) {
      const made = await officer.post('base/student/add', draftOf(classId, { name, phone }))
      if (made.code !== 200) throw new Error(made.msg)
    }
    return { officer, lin: await s.as({ roles: ['fdy'], teacherId: s.ids.lin }), he: await s.as({ roles: ['fdy'], teacherId: s.ids.he }) }
  },
  (s): QuerySchool => ({ ...s, ask: (spec, who = s.officer, more = {}) => who.post<QueryAnswer>('query/savedQuery/run', { subject: 'student', spec, ...more }) }),
)
export const rule = (answer: Answer<unknown>): string | undefined => answer.errors[0]?.rule.replace('query.savedQuery.', '')
