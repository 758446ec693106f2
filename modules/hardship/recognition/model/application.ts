import { action, bool, choice, datetime, decimal, dict, list, ref, revealedAll, shape, text } from '#model'

import { ownApplication } from '#modules/workflow/applications/model/application.ts'
import { aidLevel } from '../../levels/model/dictionaries.ts'
import { specialGroup } from './dictionaries.ts'
import { FACTORS } from './index-model.ts'
import { aidRecognition, recognitionStates } from './recognition.ts'
import { aidSurvey, LINES, member, STEPS, surveyForm } from './survey.ts'

const required = { required: true } as const
const word = (label: string, max = 120) => text(label, { required: true, max })
const OWN = 'what the students entered about their own family'
const { promise } = aidRecognition.fields
const checked = list('已核对的内容', choice('内容', LINES, required), { max: 30 })
const own = ownApplication(aidRecognition, { form: { promise, checked }, answers: ['recognitionNo'] })
const answer = shape('回答', { key: word('问题', 40), option: word('选项', 40) })
/** The survey as its own student sees and sends it. */
export const ownSurvey = {
  ...revealedAll(surveyForm, OWN),
  members: list('家庭成员', member, { max: 12 }),
  answers: list('补充问题', answer, { max: 40 }),
  proofs: { ...revealedAll({ proofs: aidSurvey.fields.proofs }, OWN) }.proofs,
} as const
const question = shape('问题', {
  key: word('编号', 40),
  question: word('问题'),
  why: text('为什么问', { max: 200 }),
  options: list('选项', shape('选项', { key: word('编号', 40), label: word('选项', 60) }), required),
})
/** Which answers counted, without their points (40-D2). */
const counted = list('计入的回答', shape('回答', { factor: choice('类别', FACTORS, required), question: word('问题'), answer: word('回答', 60) }), required)
export const recognitionApplication = {
  apply: own.apply('申请困难认定', { batchId: ref('aidBatch', '批次', required) }),
  resubmit: own.resubmit(),
  withdraw: own.withdraw(),
  begin: own.begin({
    batches: list(
      '批次',
      shape('批次', {
        id: word('编号', 36),
        name: word('名称', 100),
        endTime: datetime('截止', required),
        questions: list('补充问题', question, required),
        applied: text('申请', { max: 36 }),
      }),
      required,
    ),
    survey: shape('家庭情况', ownSurvey, required),
    name: word('姓名', 64),
    /** The survey is of an earlier year: each line has to be looked at again. */
    isRenewal: bool('去年填过', required),
    savedAt: datetime('保存时间'),
  }),
  mine: own.mine(['recognitionNo', 'batchId', 'level', 'decidedAt', 'isBelow'], {
    also: { batchName: word('批次', 100), stage: word('阶段', 40), counted },
  }),
  card: own.card({
    recognitionNo: word('单号', 30),
    state: recognitionStates.field('状态'),
    indexScore: decimal('指标分'),
    reviewScore: decimal('评议分'),
    finalScore: decimal('总分'),
    suggestedLevel: dict('建议等级', aidLevel),
    proposedLevel: dict('拟定等级', aidLevel),
    isProposed: bool('已拟定', required),
    adjustReason: text('调整理由', { max: 200 }),
    lastLevel: dict('去年等级', aidLevel),
    counted,
  }),
}
/** Keeps what the student has filled in so far, and says what is still missing in each step. */
export const saveSurvey = action('hardship.aidSurvey.save', '保存家庭情况', {
  permission: recognitionApplication.apply.permission,
  input: ownSurvey,
  output: { savedAt: datetime('保存时间', required), missing: list('未完成', choice('步骤', STEPS, required), required) },
})
const whole = 'shown to whoever decides, after a reason was given; each time is audited'
/** 40-D13: the survey of an application in full. Every reading is audited with its reason. */
export const readSurvey = action('hardship.aidRecognition.readSurvey', '查看家庭情况', {
  inScope: true,
  input: { id: ref('aidRecognition', '申请', required), reason: text('查看原因', { required: true, min: 2, max: 200 }) },
  output: {
    ...revealedAll(surveyForm, whole),
    members: list('家庭成员', member, required),
    proofs: revealedAll({ proofs: aidSurvey.fields.proofs }, whole).proofs,
    groups: list('名单群体', dict('特殊群体', specialGroup), required),
  },
})
