import sql from 'sql-template-tag'
import { addDays, HOUR_MS } from '#model/days.ts'
import { classStaff } from '#modules/campus/model/people.ts'
import { addStudent, draftOf, selfOf } from '#modules/student/testing.ts'
import { today } from '#server/base/today.ts'
import { fixture } from '#testing/fixture.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { type CounsellorSchool, counsellorSchool, ok } from '../file/testing.ts'
import { USUAL_PARTS } from './model/scheme.ts'

export { ok, ruleOf } from '#testing/answers.ts'

export const inHours = (n: number): string => new Date(Date.now() + n * HOUR_MS).toISOString()
/** 林知夏 has had the twelve students of 软件2301 for a year, 何文博, who is of the college's office, too, those of 网络2301, of whom there are two. */
export interface EvaluationSchool extends CounsellorSchool {
  he: Actor
  pupils: readonly Actor[]
  few: readonly Actor[]
  /** Their rows as students, in the same order. */
  pupilIds: readonly string[]
  fewIds: readonly string[]
  draft(more?: object): Record<string, unknown>
  drafted(more?: object): Promise<string>
  published(more?: object): Promise<string>
  rate(who: Actor, id: string, scores?: readonly number[]): Promise<Answer<unknown>>
}
export const evaluationSchool = fixture(
  'fdyEvaluation',
  counsellorSchool,
  async (s: CounsellorSchool) => {
    const he = await s.as({ roles: ['fdy', 'college'], teacherId: s.ids.he, departmentId: s.ids.info, nickName: '何文博' })
    for (const teacherId of [s.ids.lin, s.ids.he]) ok(await s.file(teacherId))
    const added = async (classId: string, n: number, of: string) => {
      const ids: string[] = []
      for (let i = 0; i < n; i++) ids.push((await addStudent(s.officer, draftOf(classId, { name: `${of}${i + 1}` }))).id)
      return ids
    }
    const accounts = async (ids: readonly string[]) => {
      const made: Actor[] = []
      for (const one of ids) made.push(await selfOf(s, one))
      return made
    }
    const [pupilIds, fewIds] = [await added(s.ids.s2301, 12, '软件生'), await added(s.ids.n2301, 2, '网络生')]
    const [pupils, few] = [await accounts(pupilIds), await accounts(fewIds)]
    await s.db.query(sql`update class_history set "from" = ${addDays(today(), -365)}::date where tenant_id = ${s.db.me.tenantId}`)
    await s.db.updateWhere(classStaff, { role: 'fdy' }, { startDate: addDays(today(), -400) })
    return { he, pupils, few, pupilIds, fewIds }
  },
  (s): EvaluationSchool => {
    const school: EvaluationSchool = {
      ...s,
      draft: (more = {}) => ({
        ...{ name: '年度辅导员考核', beginTime: inHours(-1), endTime: inHours(48), audience: { roles: ['student'] } },
        ...{ periodFrom: addDays(today(), -300), periodTo: today(), parts: USUAL_PARTS, indicators: ['关心学生', '办事公正'] },
        ...more,
      }),
      drafted: async (more = {}) => ok(await s.officer.post<{ id: string }>('counsellor/fdyEvalScheme/add', school.draft(more))).id,
      async published(more = {}) {
        const id = await school.drafted(more)
        ok(await s.officer.post('counsellor/fdyEvalScheme/publish', { id }))
        return id
      },
      rate: (who, id, scores = [5, 4]) => who.post('counsellor/fdyEvalTurnout/answer', { id, scores }),
    }
    return school
  },
)
