import sql from 'sql-template-tag'
import type { Row } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { addStudent, draftOf, type SmallSchool, selfOf, smallSchool } from '#modules/student/testing.ts'
import { processInstance, processTask } from '#modules/workflow/cases/model/instance.ts'
import { ok } from '#testing/answers.ts'
import { fixture } from '#testing/fixture.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { serial } from '#testing/serial.ts'
import { testAttempt, testCandidate } from './model/attempt.ts'
import type { Given } from './model/marking.ts'
import { testQuestionVersion } from './model/question.ts'

export { ok, ruleOf } from '#testing/answers.ts'

export const inHours = (n: number): string => new Date(Date.now() + n * HOUR_MS).toISOString()
export interface Paper {
  attemptId: string
  startedAt: string
  deadlineAt: string
  isLocked: boolean
  questions: Array<{ no: number; type: string; stem: string; score: number; options: Array<{ key: string; text: string }>; rights: Array<{ key: string; text: string }> }>
  answers: Array<{ no: number; seq: number; answer: Given }>
}
export interface HandedIn {
  submittedAt: string
  total: number | null
  isPassed: boolean | null
}
export const DEVICE = 'phone-0000000001'
export const OTHER = 'computer-00000001'
/** Ten judgements and ten choices; of each the first option is right. */
const QUESTIONS = Array.from({ length: 20 }, (_, i) =>
  i % 2
    ? `${i + 1}. 第 ${i + 1} 条安全规定必须遵守。\n答案:对 解析:规定第 ${i + 1} 条。`
    : `${i + 1}. 遇到第 ${i + 1} 种险情先做什么？\nA. 报警 ${i}\nB. 等待 ${i}\nC. 围观 ${i}\n答案:A\n解析:先报警。`,
).join('\n')
export interface TestSchool extends SmallSchool {
  officer: Actor
  /** A second editor. */
  reviewer: Actor
  fdy: Actor
  /** Six students of 软件2301, two of 视觉2301. */
  pupils: readonly Actor[]
  away: readonly Actor[]
  bankId: string
  /** Two questions of one point each from the bank, the same for nobody. */
  paperId: string
  bank(text?: string): Promise<string>
  paper(sections: readonly object[], more?: object): Promise<string>
  section(more?: object): Record<string, unknown>
  draft(more?: object): Record<string, unknown>
  drafted(more?: object): Promise<string>
  published(more?: object): Promise<string>
  agree(id: string): Promise<unknown>
  candidate(scheduleId: string, who: Actor): Promise<Row<typeof testCandidate>>
  start(who: Actor, id: string, device?: string): Promise<Answer<Paper>>
  save(who: Actor, attemptId: string, answers: ReadonlyArray<{ no: number; seq: number; answer: Given }>, device?: string): Promise<Answer<{ isLate: boolean; deadlineAt: string }>>
  handIn(who: Actor, attemptId: string, answers?: ReadonlyArray<{ no: number; seq: number; answer: Given }>, device?: string): Promise<Answer<HandedIn>>
  /** Right answers to all questions of a paper. */
  right(paper: Paper): Promise<Array<{ no: number; seq: number; answer: Given }>>
  /** Sits a test and hands it in, everything right or nothing. */
  sit(who: Actor, id: string, isRight?: boolean): Promise<HandedIn>
}
export const testSchool = fixture(
  'test',
  smallSchool,
  async s => {
    const officer = await s.as({ roles: ['officer'], nickName: '学工处' })
    const reviewer = await s.as({ roles: ['officer'], nickName: '审题人' })
    const fdy = await s.as({ roles: ['fdy'], teacherId: s.ids.lin, departmentId: s.ids.info, nickName: '林知夏' })
    const people = async (n: number, classId: string, name: string): Promise<Actor[]> => {
      const made: Actor[] = []
      for (let i = 0; i < n; i++) made.push(await selfOf(s, (await addStudent(officer, draftOf(classId, { name: `${name}${i + 1}` }))).id))
      return made
    }
    const [pupils, away] = [await people(6, s.ids.s2301, '学生'), await people(2, s.ids.a2301, '设计')]
    const bankId = await bankOf(officer, reviewer, QUESTIONS)
    const paperId = await paperOf(officer, [sectionOf(bankId)], {})
    return { officer, reviewer, fdy, pupils, away, bankId, paperId }
  },
  (s): TestSchool => {
    const school: TestSchool = {
      ...s,
      bank: (text = QUESTIONS) => bankOf(s.officer, s.reviewer, text),
      paper: (sections, more = {}) => paperOf(s.officer, sections, more),
      section: (more = {}) => sectionOf(s.bankId, more),
      draft: (more = {}) => ({
        name: '消防安全测试',
        beginTime: inHours(-1),
        endTime: inHours(48),
        audience: { roles: ['student'] },
        paperId: s.paperId,
        kind: 'safety',
        minutes: 60,
        passScore: 2,
        ...more,
      }),
      drafted: async (more = {}) => ok(await s.officer.post<{ id: string }>('test/testSchedule/add', school.draft(more))).id,
      async published(more = {}) {
        const id = await school.drafted(more)
        ok(await s.officer.post('test/testSchedule/publish', { id }))
        return id
      },
      async agree(id) {
        const running = await s.db.unscoped(processInstance).find({ bizId: id, state: 'pending' })
        const task = await s.db.unscoped(processTask).find({ instanceId: running?.id ?? '', assigneeId: s.officer.userId, state: 'todo' })
        return s.officer.post('workflow/processTask/approve', { taskId: task?.id })
      },
      async candidate(scheduleId, { userId }) {
        const [found] = await s.db.query<{ id: string }>(
          sql`select c.id from test_candidate c join sys_user u on u.tenant_id = c.tenant_id and u.student_id = c.student_id where c.schedule_id = ${scheduleId} and u.id = ${userId}`,
        )
        return s.db.unscoped(testCandidate).one(found?.id ?? '')
      },
      start: (who, id, device = DEVICE) => who.post('test/testAttempt/start', { id, device }),
      save: (who, attemptId, answers, device = DEVICE) => who.post('test/testAttempt/save', { attemptId, device, answers }),
      handIn: (who, attemptId, answers = [], device = DEVICE) => who.post('test/testAttempt/handIn', { attemptId, device, answers }),
      async right({ attemptId }) {
        const { form } = await s.db.unscoped(testAttempt).one(attemptId)
        const versions = await s.db.unscoped(testQuestionVersion).all({ id: form?.items.map(item => item.v) ?? [] })
        return (form?.items ?? []).map(({ v, o, r }, at) => {
          const content = versions.find(one => one.id === v)?.content
          const keys = (content?.picks ?? []).map(place => o.find(([, i]) => i === place)?.[0] ?? '')
          const several = content?.type === 'multi' || content?.type === 'order'
          const pairs = Object.fromEntries(o.map(([left, place]) => [left, r.find(([, i]) => i === place)?.[0] ?? '']))
          return { no: at + 1, seq: 1, answer: content?.type === 'match' ? pairs : several ? keys : (keys[0] ?? content?.accepted[0] ?? '写得很完整') }
        })
      },
      async sit(who, id, isRight = true) {
        const paper = ok(await school.start(who, id))
        return ok(await school.handIn(who, paper.attemptId, isRight ? await school.right(paper) : []))
      },
    }
    return school
  },
)
const sectionOf = (bankId: string, more: object = {}) => ({ title: '判断', type: 'judge', count: 2, scoreEach: 1, bankIds: [bankId], ...more })
/** A bank of these questions, reviewed by the second editor. */
async function bankOf(officer: Actor, reviewer: Actor, text: string): Promise<string> {
  const { id } = ok(await officer.post<{ id: string }>('test/questionBank/add', { code: `B${serial('bank')}`, name: '消防题库', category: 'safety' }))
  ok(await officer.post('test/testQuestion/paste', { bankId: id, text }))
  const { result } = ok(await officer.get<{ result: Array<{ id: string }> }>('test/testQuestion/list', { bankId: id, size: 100 }))
  ok(await reviewer.post('test/testQuestion/review', { ids: result.map(one => one.id) }))
  return id
}
async function paperOf(officer: Actor, sections: readonly object[], more: object): Promise<string> {
  const { id, version } = ok(await officer.post<{ id: string; version: number }>('test/testPaper/add', { name: '消防卷', ...more }))
  ok(await officer.post('test/testPaper/saveSections', { id, version, sections }))
  ok(await officer.post('test/testPaper/publish', { id }))
  return id
}
