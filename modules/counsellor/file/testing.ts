import { setParams } from '#modules/message/testing.ts'
import { type SmallSchool, smallSchool } from '#modules/student/testing.ts'
import { fixture } from '#testing/fixture.ts'
import type { Actor, Answer } from '#testing/school.ts'

export { ok, ruleOf } from '#testing/answers.ts'

/** One counsellor for three students: 林知夏 is of 信息工程学院, as is 何文博. */
export interface CounsellorSchool extends SmallSchool {
  officer: Actor
  college: Actor
  fdy: Actor
  file(teacherId: string, more?: object, by?: Actor): Promise<Answer<{ id: string }>>
}
export const counsellorSchool = fixture(
  'counsellor',
  smallSchool,
  async (s: SmallSchool) => {
    await setParams(s, 'fdy', { ratio: 3 })
    const officer = await s.as({ roles: ['officer'], nickName: '学工处' })
    const college = await s.as({ roles: ['college'], departmentId: s.ids.info, nickName: '信息学院' })
    const fdy = await s.as({ roles: ['fdy'], teacherId: s.ids.lin, departmentId: s.ids.info, nickName: '林知夏' })
    return { officer, college, fdy }
  },
  (s): CounsellorSchool => ({
    ...s,
    file: (teacherId, more = {}, by = s.officer) =>
      by.post('counsellor/counsellorFile/add', { teacherId, dutyKind: 'fullTime', onDutyFrom: '2020-09-01', dutyPhone: '13911112222', ...more }),
  }),
)
