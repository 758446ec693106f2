import { action, bool, choice, datetime, decimal, integer, list, ref, shape, text } from '#model'
import { finishAppointment } from './appointment.ts'
import { BEST, GRADES, orgEvalResult, orgEvalRound, orgEvalTask, orgEvalTurnout, orgEvaluation, WHOLE } from './evaluation.ts'

const need = { required: true } as const
const id = ref('orgEvaluation', '学生组织考核', need)
const resultId = ref('orgEvalResult', '任职考核结果', need)
const answering = 'studentOrg:orgEvalTurnout:answer'
const { refusals = {} } = orgEvalResult.options
/** Evaluations that ask the caller, with those whom they judge; also the caller's own post, to report on. */
export const myOrgEvaluations = action('studentOrg.orgEvalTurnout.mine', '任职评议', {
  method: 'GET',
  permission: answering,
  many: true,
  output: {
    id: text('编号', { ...need, max: 36 }),
    name: text('名称', { ...need, max: 100 }),
    org: text('学生组织', { ...need, max: 60 }),
    endTime: datetime('截止', need),
    isOpen: bool('可评议', need),
    isAsked: bool('请你评议', need),
    isAnswered: bool('已评议', need),
    people: list(
      '在任的人',
      shape('任职', {
        id: resultId,
        name: text('姓名', { ...need, max: 64, clear: 'who holds a post represents others, who may know' }),
        post: text('岗位', { ...need, max: 30 }),
        report: text('述职', { max: 2000 }),
        isMine: bool('本人', need),
        grade: choice('等级', GRADES),
        total: decimal('总分', { precision: 5, scale: 2 }),
      }),
      need,
    ),
  },
})
/** No key of the call is kept: beside a user, the hash of what was sent would tell whose an answer is. */
export const answerOrgEvaluation = action('studentOrg.orgEvalTurnout.answer', '提交评议', {
  permission: answering,
  isUnrecorded: true,
  input: {
    id,
    marks: list('评分', shape('评分', { resultId, mark: integer('分', { ...need, min: 1, max: BEST }) }, need), { ...need, min: 1, max: 300 }),
  },
  output: 'none',
  refusals: orgEvalTurnout.options.refusals ?? {},
})
export const reportOnPost = action('studentOrg.orgEvalResult.report', '述职', {
  permission: answering,
  input: { id: resultId, report: text('述职', { ...need, min: 10, max: 2000, multiline: true, help: '做了什么，哪些没做好；评议的人看得到' }) },
  output: 'none',
  refusals,
})
export const markByGuide = action('studentOrg.orgEvalResult.mark', '教师评分', {
  input: { id: resultId, mark: decimal('分', { ...need, precision: 5, scale: 2, min: 0, max: WHOLE }) },
  output: 'none',
  inScope: true,
  refusals,
})
/** Counts what was said, adds up, and proposes grades; once. */
export const settleOrgEvaluation = action('studentOrg.orgEvaluation.settle', '计算结果', {
  permission: orgEvalRound.publish.permission,
  input: { id },
  output: { count: integer('考核人数', need) },
  inScope: true,
  refusals: orgEvaluation.options.refusals ?? {},
})
export const gradeResult = action('studentOrg.orgEvalResult.grade', '改等级', {
  permission: orgEvalRound.publish.permission,
  input: { id: resultId, grade: choice('等级', GRADES, need), reason: text('理由', { ...need, min: 2, max: 200 }) },
  output: 'none',
  inScope: true,
  refusals: orgEvaluation.options.refusals ?? {},
})
export const announceResults = action('studentOrg.orgEvaluation.announce', '公布结果', {
  permission: orgEvalRound.publish.permission,
  input: { id },
  output: 'none',
  inScope: true,
  refusals: orgEvaluation.options.refusals ?? {},
})
/** 60-OG8: whoever is unfit is heard before the post is taken. */
export const dismissUnfit = action('studentOrg.orgEvalResult.dismiss', '听取意见后免职', {
  permission: finishAppointment.permission,
  input: { id: resultId, hearing: text('听取本人意见', { ...need, min: 5, max: 1000, multiline: true, help: '什么时候、谁听取的，本人怎么说' }) },
  output: 'none',
  inScope: true,
  refusals,
})
export const evaluationActions = [
  ...Object.values(orgEvalRound),
  ...Object.values(orgEvalTask),
  ...[myOrgEvaluations, answerOrgEvaluation, reportOnPost, markByGuide, settleOrgEvaluation, gradeResult, announceResults, dismissUnfit],
]
