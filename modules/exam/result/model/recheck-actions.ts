import { action, choice, decimal, dict, ref, text } from '#model'
import { examBatch } from '../../entry/model/batch.ts'
import { examSubject } from '../../entry/model/dictionaries.ts'
import { OWN } from '../../entry/model/own-actions.ts'
import { GROUNDS, recheckStates, scoreRecheck } from './recheck.ts'

const need = { required: true } as const
const refusals = { ...examBatch.options.refusals, ...scoreRecheck.options.refusals }
const id = ref('scoreRecheck', '成绩复核', need)
const value = decimal('复核成绩', { ...need, precision: 5, scale: 1, min: 0, max: 1000 })
const state = recheckStates.field('状态', need)

/** 30-ES2: the applicant's own, once for a subject. */
export const askRecheck = action('exam.scoreRecheck.ask', '申请复核', {
  permission: OWN,
  realms: ['exam'],
  refusals,
  input: {
    batchId: ref('examBatch', '考试批次', need),
    subject: dict('科目', examSubject, need),
    grounds: choice('复核事项', GROUNDS, { ...need, initial: 'sum' }),
    note: text('说明', { max: 200, multiline: true, help: '哪里对不上，可以不写' }),
  },
  output: { id },
})
const answer = text('答复', { ...need, max: 200, multiline: true, help: '考生会看到，第二位复核的老师也会看到，不写分数' })
/** 30-ES2: the mark is right, and that is the answer; or it is not, and somebody else looks again. */
export const checkRecheck = action('exam.scoreRecheck.check', '登记复核', { inScope: true, refusals, input: { id, value, answer }, output: { state } })
/** 30-ES1, 30-ES2: a mark changes only to what two different people have found. */
export const confirmRecheck = action('exam.scoreRecheck.confirm', '第二人复核', { inScope: true, refusals, input: { id, value }, output: { state } })
export const recheckActions = [askRecheck, checkRecheck, confirmRecheck]
