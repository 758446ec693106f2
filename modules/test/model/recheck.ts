import { datetime, decimal, entity, ref, states, text } from '#model'
import { BY_PLACE_OF_STUDENT } from '#modules/student/model/filters.ts'
import { BY_TEST } from './attempt.ts'

const fixed = { required: true, immutable: true } as const
const readonly = { readonly: true } as const
const score = { precision: 6, scale: 1 } as const
export const recheckStates = states(
  { asked: { label: '待复核', tone: 'waiting' }, unchanged: { label: '分数无误', tone: 'over' }, changed: { label: '分数已更正', tone: 'done' } },
  { check: ['asked'] },
)
/** 成绩复核: a candidate doubts the score of an attempt; somebody who did not mark it looks again (60-OT12). */
export const testRecheck = entity(
  'test.testRecheck',
  '考试成绩复核',
  {
    scheduleId: ref('testSchedule', '考试', fixed),
    attemptId: ref('testAttempt', '作答', { ...fixed, isPart: true }),
    studentId: ref('student', '学生', fixed),
    reason: text('复核理由', { ...fixed, max: 300, multiline: true }),
    askedAt: datetime('申请时间', { ...fixed, sortable: true }),
    before: decimal('原成绩', { ...fixed, ...score }),
    after: decimal('复核后成绩', { ...readonly, ...score }),
    answer: text('答复', { ...readonly, max: 300, multiline: true }),
    checkedBy: ref('user', '复核人', readonly),
    answeredAt: datetime('答复时间', readonly),
    state: recheckStates.field('状态', { initial: 'asked' }),
  },
  { title: 'studentId', scope: BY_TEST, unique: [['attemptId']], sort: ['-askedAt'], verbs: ['list', 'export'], filters: BY_PLACE_OF_STUDENT },
)
