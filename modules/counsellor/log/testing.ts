import type { InputOf, OutputOf } from '#model'
import { addDays } from '#model/days.ts'
import { schoolYear } from '#modules/campus/model/calendar.ts'
import { addStudent, draftOf } from '#modules/student/testing.ts'
import { today } from '#server/base/today.ts'
import { fixture } from '#testing/fixture.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { type CounsellorSchool, counsellorSchool, ok } from '../file/testing.ts'
import type { logWork } from './model/actions.ts'

export { ok, ruleOf } from '#testing/answers.ts'

/** 林知夏 counsels three students of 软件2301, 何文博 one of 网络2301; both have files. */
export interface LogSchool extends CounsellorSchool {
  he: Actor
  pupils: string[]
  other: string
  ago(minutes: number): string
  log(more?: Partial<InputOf<typeof logWork>>, by?: Actor): Promise<Answer<OutputOf<typeof logWork>>>
}
export const logSchool = fixture(
  'workLog',
  counsellorSchool,
  async (s: CounsellorSchool) => {
    const he = await s.as({ roles: ['fdy'], teacherId: s.ids.he, departmentId: s.ids.info, nickName: '何文博' })
    const pupils: string[] = []
    for (const name of ['周雨桐', '陈一诺', '沈嘉木']) pupils.push((await addStudent(s.officer, draftOf(s.ids.s2301, { name }))).id)
    const other = (await addStudent(s.officer, draftOf(s.ids.n2301, { name: '高子涵' }))).id
    await s.db.insert(schoolYear, { xn: '2026-2027', startDate: addDays(today(), -200), endDate: addDays(today(), 100) })
    ok(await s.file(s.ids.lin))
    ok(await s.file(s.ids.he))
    return { he, pupils, other }
  },
  (s): LogSchool => {
    const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()
    return {
      ...s,
      ago,
      log: (more = {}, by = s.fdy) => by.post('counsellor/workLog/log', { studentIds: [s.pupils[0]], kind: 'talk', startedAt: ago(0), minutes: 30, words: '谈了学业', ...more }),
    }
  },
)
