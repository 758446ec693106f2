import { action, bool, datetime, integer, list, ref, shape, text } from '#model'
import { applicationStates, examApplication } from '../../entry/model/application.ts'
import { examBatch } from '../../entry/model/batch.ts'
import { OWN } from '../../entry/model/own-actions.ts'
import { admissionRound } from './round.ts'

const need = { required: true } as const
const refusals = { ...examBatch.options.refusals, ...examApplication.options.refusals, ...admissionRound.options.refusals }
const own = { permission: OWN, realms: ['exam'], refusals } as const
const id = ref('examApplication', '报名', need)
const state = applicationStates.field('状态', need)
const count = (label: string) => integer(label, need)

/** 30-ES8: the caller takes the place, and has ticked what that means. */
export const confirmAdmission = action('exam.examApplication.confirm', '确认录取', { ...own, input: { id, consequences: bool('我已阅读并同意', need) }, output: { state } })
export const declineAdmission = action('exam.examApplication.decline', '放弃录取', {
  ...own,
  input: { id, reason: text('放弃录取的原因', { max: 200, multiline: true }) },
  output: { state },
})
/** 30-ES8: places that were declined or have lapsed go to those who wait. */
export const fillPlaces = action('exam.admissionRound.fill', '递补录取', {
  refusals,
  input: { batchId: ref('examBatch', '考试批次', need) },
  output: { no: count('第几轮'), offered: count('递补人数'), free: count('仍空名额') },
})
/** 30-ES9: whoever has confirmed and is not on the roll yet. */
export const takeOverConfirmed = action('exam.admissionRound.takeOver', '转入录取名单', {
  refusals,
  input: { batchId: ref('examBatch', '考试批次', need) },
  output: { taken: count('转入人数'), refused: count('未转入人数') },
})
/** How far the confirmations are, by plan. */
export const confirmBoard = action('exam.admissionRound.board', '录取确认', {
  method: 'GET',
  permission: 'exam:admissionRound:list',
  input: { batchId: ref('examBatch', '考试批次') },
  output: {
    batchId: ref('examBatch', '考试批次'),
    isOut: bool('已公布', need),
    /** When the clock runs the next round, at the latest. */
    nextAt: datetime('自动递补'),
    isTied: bool('同分待定', need),
    toTake: count('待转入'),
    taken: count('已转入'),
    refused: count('未能转入'),
    plans: list(
      '计划确认情况',
      shape('计划确认情况', {
        ...{ planId: ref('examPlan', '招生计划', need), label: text('招生计划', { ...need, max: 140 }), places: count('名额'), confirmed: count('已确认') },
        ...{ open: count('待确认'), free: count('空出'), waiting: count('候补') },
      }),
      need,
    ),
  },
})
export const confirmActions = [confirmAdmission, declineAdmission, fillPlaces, takeOverConfirmed, confirmBoard]
