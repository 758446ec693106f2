import { action, bool, choice, date, dict, integer, list, money, ref, shape, text } from '#model'
import { aidLevel } from '../../levels/model/dictionaries.ts'
import { levelAdjustment } from './adjustment.ts'
import { adjustmentApplication } from './application.ts'
import { CHECK_RESULTS, levelCheck } from './check.ts'

const required = { required: true } as const
const id = ref('levelAdjustment', '调整', required)
const refusals = levelAdjustment.options.refusals ?? {}
const reason = text('原因', { required: true, min: 4, max: 500, multiline: true, sensitivity: 'S2' })
/** 40-D11: tells the student first, who may answer for five days. */
export const proposeLowering = action('hardship.levelAdjustment.lower', '降低或退出', {
  input: { studentId: ref('student', '学生', required), level: dict('新等级', aidLevel, { help: '不填表示退出' }), reason },
  output: { id, answerBy: date('申辩期限', required) },
  refusals,
})
export const answerAdjustment = action('hardship.levelAdjustment.answer', '申辩', {
  permission: adjustmentApplication.apply.permission,
  input: { id, answer: text('申辩', { required: true, min: 4, max: 500, multiline: true, sensitivity: 'S2' }) },
  output: 'none',
  refusals,
})
export const decideAdjustment = action('hardship.levelAdjustment.decide', '决定', {
  inScope: true,
  input: { id, isUpheld: bool('按拟定调整', { required: true, initial: true }), note: text('说明', { max: 200, multiline: true }) },
  output: 'none',
  refusals,
})
/** 40-D12: ends the level at once. Aid that is not paid yet waits; what was paid is listed for the office. */
export const endForFalse = action('hardship.levelAdjustment.endForFalse', '不实申报', {
  permission: decideAdjustment.permission,
  input: { studentId: ref('student', '学生', required), reason },
  output: { paid: list('已给的资助', shape('资助', { name: text('名称', { required: true, max: 120 }), amount: money('金额', required), day: date('日期') }), required) },
  refusals,
})
/** The counsellor has talked with the student. */
export const recordCheck = action('hardship.levelCheck.record', '登记核查', {
  inScope: true,
  input: {
    id: ref('levelCheck', '核查', required),
    result: choice('结果', CHECK_RESULTS, required),
    talk: text('谈话记录', { required: true, min: 4, max: 500, multiline: true, sensitivity: 'S2' }),
  },
  output: 'none',
  refusals: levelCheck.options.refusals ?? {},
})
/** Draws the checks of the current term; repeated, it adds none. */
export const drawChecks = action('hardship.levelCheck.draw', '抽取核查', { output: { drawn: integer('抽取', required) }, refusals: { noTerm: '现在不在学期内' } })
export const adjustmentActions = [proposeLowering, answerAdjustment, decideAdjustment, endForFalse, recordCheck, drawChecks]
