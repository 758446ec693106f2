import type { OutputOf } from '#model'
import { type StandingSchool, standingSchool } from '#modules/standing/testing.ts'
import { draftOf } from '#modules/student/testing.ts'
import { today } from '#server/base/today.ts'
import { fixture } from '#testing/fixture.ts'
import type { Answer } from '#testing/school.ts'
import { schoolYear, term } from '../model/calendar.ts'
import { nextXn } from '../model/calendar-rules.ts'
import { addDays } from '../model/days.ts'
import { gradeMajor, stuClass } from '../model/organisation.ts'
import { schoolYearAt, termsOf, xnOf, yearStart } from '../server/usual-year.ts'
import type { rolloverProgress } from './model/rollover-actions.ts'
import { rolloverLine } from './model/rollover-line.ts'

export type Progress = OutputOf<typeof rolloverProgress>
/** A school that is about to begin its next year: two classes of this year's grade, one class to end, and one that would but for the students in it. */
export interface RolloverSchool extends StandingSchool {
  toXn: string
  /** The new grade. */
  grade: number
  ending: string
  kept: string
  preview(): Promise<string>
  start(id: string): Promise<Answer>
  /** Starts a run and waits for its end. */
  run(id: string): Promise<Progress>
  progress(id: string): Promise<Progress>
  lines(id: string, where?: object): ReturnType<typeof linesOf>
}
const linesOf = (s: StandingSchool, runId: string, where: object) => s.db.unscoped(rolloverLine).all({ runId, ...where }, { sort: ['seq'] })
export const rolloverSchool = fixture(
  'rollover',
  standingSchool,
  async ({ db, ids, officer }: StandingSchool) => {
    const begin = schoolYearAt(today())
    if (!(await db.unscoped(schoolYear).count())) {
      await db.insert(schoolYear, { xn: xnOf(begin), startDate: yearStart(begin), endDate: addDays(yearStart(begin + 1), -1) })
      for (const t of termsOf(begin)) await db.insert(term, { ...t })
    }
    const place = await db.unscoped(stuClass).one(ids.s2301)
    const { id: gradeMajorId } = await db.insert(gradeMajor, {
      ...{ name: `${begin}级软件技术`, grade: begin, majorId: ids.software, departmentId: ids.info, level: '5', duration: 3, campusId: place.campusId, planned: 90 },
    })
    for (const n of [1, 2])
      await db.insert(stuClass, {
        ...{ classNo: `${begin % 100}010${n}`, name: `${begin}软件${n}班`, gradeMajorId, grade: begin, majorId: ids.software, departmentId: ids.info, campusId: place.campusId },
        ...{ capacity: 45, startDate: `${begin}-09-01`, expectedEnd: `${begin + 3}-07-01`, state: 'active' },
      })
    for (const id of [ids.n2301, ids.a2301]) await db.update(stuClass, id, { expectedEnd: addDays(today(), -30) })
    for (const name of ['赵一', '钱二']) {
      const added = await officer.post('base/student/add', draftOf(ids.a2301, { name }))
      if (added.code !== 200) throw new Error(added.msg)
    }
    return { toXn: nextXn(xnOf(begin)), grade: begin + 1, ending: ids.n2301, kept: ids.a2301 }
  },
  (s): RolloverSchool => {
    const progress = async (id: string): Promise<Progress> => (await s.officer.get<Progress>('base/rolloverRun/progress', { id })).data
    const start = (id: string) => s.officer.post<never>('base/rolloverRun/start', { id })
    return {
      ...s,
      async preview() {
        const answer = await s.officer.post<{ id: string }>('base/rolloverRun/preview', { toXn: s.toXn })
        if (answer.code !== 200) throw new Error(answer.msg)
        return answer.data.id
      },
      start,
      async run(id) {
        const answer = await start(id)
        if (answer.code !== 200) throw new Error(answer.msg)
        await s.server.settle()
        return progress(id)
      },
      progress,
      lines: (id, where = {}) => linesOf(s, id, where),
    }
  },
)
