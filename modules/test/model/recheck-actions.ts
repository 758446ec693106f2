import { action, bool, decimal, integer, list, ref, shape, text } from '#model'
import { looked, startTest } from './sit-actions.ts'

const need = { required: true } as const
/** 60-OT12: asked by the candidate once for each attempt, within some days of the release. */
export const askRecheck = action('test.testRecheck.ask', '申请复核', {
  permission: startTest.permission,
  input: {
    attemptId: ref('testAttempt', '作答', need),
    reason: text('复核理由', { ...need, min: 2, max: 300, multiline: true, help: '写清第几题、为什么；复核后分数可能高，也可能低' }),
  },
  output: 'none',
  refusals: {
    notReleased: '“{name}”还没有发布成绩，发布后可以申请复核',
    noScore: '第 {no} 次作答没有成绩，不能复核',
    over: '“{name}”的复核申请已在 {at} 截止',
    asked: '第 {no} 次作答已经申请过复核，每次作答只能申请一次',
  },
})
const id = ref('testRecheck', '考试成绩复核', need)
const check = 'test:testRecheck:check'
/** The paper whose score is doubted, with every answer and what it earned. */
export const readRecheck = action('test.testRecheck.paper', '复核答卷', {
  method: 'GET',
  permission: check,
  inScope: true,
  input: { id },
  output: {
    total: decimal('总分'),
    /** The caller marked answers of it: somebody else rechecks. */
    isOwnMark: bool('自己评过', need),
    questions: list('试题', looked, need),
    /** Questions that people mark and the candidate answered. */
    byHand: list('人工评分的题', integer('题号', need), need),
  },
})
export const checkRecheck = action('test.testRecheck.check', '答复复核', {
  inScope: true,
  input: {
    id,
    answer: text('答复', { ...need, min: 2, max: 300, multiline: true }),
    marks: list('改后的得分', shape('得分', { no: integer('题号', need), score: decimal('得分', { ...need, precision: 5, scale: 1, min: 0, max: 100 }) }, need), {
      max: 200,
    }),
  },
  output: 'none',
  refusals: {
    ownMark: '你评过这份答卷，复核由另一位老师办理',
    notByHand: '第 {no} 题由机器评分或者没有答；答案有误的在“试题分析”里更正，对所有人一起重算',
    over: '第 {no} 题最多 {full} 分',
  },
})
export const recheckActions = [askRecheck, readRecheck, checkRecheck]
