import { action, bool, decimal, integer, list, ref, shape, text } from '#model'
import { materialShape } from './material.ts'

const need = { required: true } as const
const marking = 'test:testAnswer:mark'
const question = shape(
  '试题',
  {
    questionId: text('试题', { ...need, max: 36 }),
    stem: text('题干', { ...need, max: 4000 }),
    material: materialShape,
    pictures: list('图片', text('图片', { ...need, max: 36 }), need),
    model: text('参考答案', { max: 4000 }),
    full: decimal('满分', need),
    /** For the caller. */
    left: integer('没有阅', need),
    done: integer('已阅', need),
    second: integer('等第二人', need),
    third: integer('等第三人', need),
    ownMean: decimal('你的平均分'),
    otherMean: decimal('别人的平均分'),
  },
  need,
)
/** What the caller still has to mark, question by question, without names and in no order that tells anything (60-OT10). */
export const readMarking = action('test.testAnswer.marking', '阅卷', {
  method: 'GET',
  permission: marking,
  input: { id: ref('testSchedule', '考试', need), questionId: ref('testQuestion', '试题') },
  output: {
    name: text('名称', { ...need, max: 100 }),
    isDouble: bool('双评', need),
    gapPercent: integer('双评相差', need),
    questions: list('试题', question, need),
    answers: list('答案', shape('答案', { id: text('答案', { ...need, max: 36 }), answer: text('答案', { max: 20_000 }) }, need), need),
  },
  refusals: { notMarker: '“{name}”没有请你阅卷' },
})
export const markAnswer = action('test.testAnswer.mark', '评分', {
  input: { id: ref('testAnswer', '答案', need), score: decimal('得分', { ...need, precision: 5, scale: 1, min: 0, max: 100 }) },
  output: 'none',
  refusals: {
    notMarker: readMarking.refusals.notMarker ?? '',
    over: '这道题最多 {full} 分',
    ownClass: '自己班的答卷由别人阅',
    done: '已由别人评分',
    released: '“{name}”成绩已经发布，不能再评分',
  },
})
export const markActions = [readMarking, markAnswer]
