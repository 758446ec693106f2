import type { Row } from '#model'
import { addStudent, draftOf, type SmallSchool, selfOf, smallSchool } from '#modules/student/testing.ts'
import { fixture } from '#testing/fixture.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { aidLevelSpan } from './levels/model/span.ts'

export { ruleOf } from '#testing/answers.ts'

export interface HardshipSchool extends SmallSchool {
  officer: Actor
  college: Actor
  fdy: Actor
  /** A student of a class; 软件2301 where none is given. */
  student(name: string, classId?: string): Promise<string>
  self(studentId: string): Promise<Actor>
  adjust(by: Actor, studentId: string, level: string | null, more?: object): Promise<Answer<void>>
  spansOf(studentId: string): Promise<Array<Row<typeof aidLevelSpan>>>
}
/** A small school with the people who decide about hardship. */
export const hardshipSchool = fixture(
  'hardship',
  smallSchool,
  async s => ({
    officer: await s.as({ roles: ['officer'], nickName: '资助中心' }),
    college: await s.as({ roles: ['college'], departmentId: s.ids.info, nickName: '信息学院' }),
    fdy: await s.as({ roles: ['fdy'], teacherId: s.ids.lin, departmentId: s.ids.info, nickName: '林知夏' }),
  }),
  (s): HardshipSchool => ({
    ...s,
    student: async (name, classId = s.ids.s2301) => (await addStudent(s.officer, draftOf(classId, { name }))).id,
    self: studentId => selfOf(s, studentId),
    adjust: (by, studentId, level, more = {}) => by.post('hardship/aidLevelSpan/adjust', { studentId, level, reason: '家中突发变故', ...more }),
    spansOf: studentId => s.db.unscoped(aidLevelSpan).all({ studentId }, { sort: ['from', 'createdAt'] }),
  }),
)
