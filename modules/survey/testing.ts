import { HOUR_MS } from '#model/days.ts'
import { addStudent, draftOf, type SmallSchool, selfOf, smallSchool } from '#modules/student/testing.ts'
import { processInstance, processTask } from '#modules/workflow/cases/model/instance.ts'
import { ok } from '#testing/answers.ts'
import { fixture } from '#testing/fixture.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { type Question, question } from './model/question.ts'

export { ok, ruleOf } from '#testing/answers.ts'

export const inHours = (n: number): string => new Date(Date.now() + n * HOUR_MS).toISOString()
const yesNo = [
  { key: 'yes', label: '满意', exclusive: null, openText: null, score: null },
  { key: 'no', label: '不满意', exclusive: null, openText: null, score: null },
]
export const choose = (key: string, title: string, more: Partial<Question> = {}): Question => question({ key, type: 'single', title, required: true, options: yesNo, ...more })
/** A question, a further one for those who are not content, and a remark. */
export const QUESTIONS: readonly Question[] = [
  choose('food', '对食堂满意吗'),
  question({ key: 'why', type: 'text', title: '哪里不满意', required: true, showIf: [{ question: 'food', op: 'is', value: 'no' }] }),
  question({ key: 'more', type: 'text', title: '其他建议' }),
]
export interface SurveySchool extends SmallSchool {
  officer: Actor
  fdy: Actor
  /** Twelve students of 软件2301, two of 视觉2301. */
  pupils: readonly Actor[]
  away: readonly Actor[]
  draft(more?: object): Record<string, unknown>
  /** A draft with these questions. */
  drafted(more?: object, questions?: readonly Question[]): Promise<string>
  published(more?: object, questions?: readonly Question[]): Promise<string>
  submit(who: Actor, id: string, answers: Record<string, unknown>, more?: object): Promise<Answer<unknown>>
  /** The office agrees that it is published. */
  agree(id: string): Promise<Answer>
}
export const surveySchool = fixture(
  'survey',
  smallSchool,
  async s => {
    const officer = await s.as({ roles: ['officer'], nickName: '学工处' })
    const fdy = await s.as({ roles: ['fdy'], teacherId: s.ids.lin, departmentId: s.ids.info, nickName: '林知夏' })
    const pupils: Actor[] = []
    for (let i = 0; i < 12; i++) pupils.push(await selfOf(s, (await addStudent(officer, draftOf(s.ids.s2301, { name: `学生${i + 1}` }))).id))
    const away: Actor[] = []
    for (let i = 0; i < 2; i++) away.push(await selfOf(s, (await addStudent(officer, draftOf(s.ids.a2301, { name: `设计${i + 1}` }))).id))
    return { officer, fdy, pupils, away }
  },
  (s): SurveySchool => {
    const school: SurveySchool = {
      ...s,
      draft: (more = {}) => ({ name: '食堂满意度', beginTime: inHours(-1), endTime: inHours(48), audience: { roles: ['student'] }, anonymity: 'named', ...more }),
      async drafted(more = {}, questions = QUESTIONS) {
        const { id } = ok(await s.officer.post<{ id: string }>('survey/survey/add', school.draft(more)))
        ok(await s.officer.post('survey/survey/saveDesign', { id, versionNo: 1, questions }))
        return id
      },
      async published(more = {}, questions = QUESTIONS) {
        const id = await school.drafted(more, questions)
        ok(await s.officer.post('survey/survey/publish', { id }))
        return id
      },
      submit: (who, id, answers, more = {}) => who.post('survey/surveyAnswer/submit', { id, versionNo: 1, answers, ...more }),
      async agree(id) {
        const running = await s.db.unscoped(processInstance).find({ bizId: id, state: 'pending' })
        const task = await s.db.unscoped(processTask).find({ instanceId: running?.id ?? '', assigneeId: s.officer.userId, state: 'todo' })
        return s.officer.post('workflow/processTask/approve', { taskId: task?.id })
      },
    }
    return school
  },
)
