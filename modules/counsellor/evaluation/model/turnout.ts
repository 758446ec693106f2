import { action, bool, date, datetime, entity, integer, list, ref, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'
import { taskActions } from '#modules/workflow/tasks/model/task.ts'
import { fdyEvalScheme } from './scheme.ts'

const need = { required: true } as const
const fixed = { required: true, immutable: true } as const
/** Whom each student may rate, and whether they have: the day and nothing finer, and no trace of what they said (50-CW7). */
export const fdyEvalTurnout = entity(
  'counsellor.fdyEvalTurnout',
  '评价名单',
  {
    schemeId: ref('fdyEvalScheme', '辅导员考核方案', fixed),
    studentId: ref('student', '学生', fixed),
    teacherId: ref('teacher', '辅导员', fixed),
    usedOn: date('评价日期', { readonly: true }),
  },
  {
    title: 'studentId',
    scope: BY_STUDENT,
    unique: [['schemeId', 'studentId']],
    verbs: [],
    refusals: { answered: '你已经评过了', scores: '共 {n} 项，每项都要评' },
  },
)
export const evalTask = taskActions(fdyEvalScheme, fdyEvalTurnout, { remindWith: 'counsellor:fdyEvalScheme:publish' })
export const BEST = 5
const answering = 'counsellor:fdyEvalTurnout:answer'
/** Rounds in which the caller rates their counsellor, those still to be answered first. */
export const myEvaluations = action('counsellor.fdyEvalTurnout.mine', '评价辅导员', {
  method: 'GET',
  permission: answering,
  many: true,
  output: {
    id: text('编号', { ...need, max: 36 }),
    name: text('名称', { ...need, max: 100 }),
    counsellor: text('辅导员', { ...need, max: 60 }),
    indicators: list('学生评价指标', text('指标', { ...need, max: 60 }), need),
    endTime: datetime('截止', need),
    isOpen: bool('可评价', need),
    isAnswered: bool('已评价', need),
  },
})
/** No key of the call is kept: beside a user, the hash of what was sent would tell whose an answer is. */
export const answerEvaluation = action('counsellor.fdyEvalTurnout.answer', '提交评价', {
  permission: answering,
  isUnrecorded: true,
  input: { id: ref('fdyEvalScheme', '辅导员考核方案', need), scores: list('评分', integer('分', { ...need, min: 1, max: BEST }), { ...need, min: 1, max: 12 }) },
  output: 'none',
  refusals: fdyEvalTurnout.options.refusals ?? {},
})
