import { action, bool, datetime, integer, list, ref, shape, text } from '#model'
import { studentPhoto } from '#modules/photo/model/photo.ts'
import { student } from '#modules/student/model/student.ts'
import { reissueApplication } from './application.ts'
import { cardBatch } from './card-batch.ts'
import { cardReissue, cardStates } from './card-reissue.ts'
import { reissueStatistics } from './statistics.ts'

const need = { required: true } as const
const { refusals = {} } = cardReissue.options
const { refusals: batchRefusals = {} } = cardBatch.options
const id = ref('cardReissue', '证卡补办', need)
const batch = ref('cardBatch', '制证批次', need)
const done = integer('张数', need)

/** 50-CR3 */
export const found = action('cardReissue.cardReissue.found', '卡找到了', { permission: reissueApplication.apply.permission, input: { id }, output: 'none', refusals })
/** 50-CR1: the card system is told once more. */
export const retryLoss = action('cardReissue.cardReissue.retryLoss', '再次挂失', { input: { id }, output: 'none', inScope: true, refusals })
/** 50-CR1: somebody has done it there. */
export const settleLoss = action('cardReissue.cardReissue.settleLoss', '已到卡务系统挂失', { input: { id }, output: 'none', inScope: true, refusals })

export const makeBatch = action('cardReissue.cardBatch.make', '新建批次', {
  input: { kindId: ref('cardKind', '证卡类型', need) },
  output: { id: text('编号', { ...need, max: 36 }), batchNo: cardBatch.fields.batchNo, done },
  refusals: batchRefusals,
})
export const startBatch = action('cardReissue.cardBatch.start', '送制', { input: { id: batch }, output: { done }, inScope: true, refusals: batchRefusals })
/** Without a student number it is the next card of the batch that has none yet. */
export const enterNumber = action('cardReissue.cardBatch.enterNumber', '登记卡号', {
  input: { id: batch, cardNo: text('卡号', { ...need, max: 30, format: 'code' }), studentNo: text('学号', { max: 20, format: 'code', help: '不填的，登记给名单上的下一张' }) },
  output: { name: student.fields.name, studentNo: text('学号', { max: 20 }), left: integer('还没有登记的', need) },
  inScope: true,
  refusals: batchRefusals,
})
export const finishBatch = action('cardReissue.cardBatch.finish', '已制好', { input: { id: batch }, output: { done }, inScope: true, refusals: batchRefusals })

export const packBatch = action('cardReissue.cardBatch.packPhotos', '导出照片', {
  input: {
    id: batch,
    pattern: text('文件名', { ...need, max: 100, help: '{xh} 学号，{name} 姓名，{class} 班级；“/”前面是文件夹' }),
    reason: text('用途', { ...need, max: 200 }),
  },
  output: { jobId: text('编号', { ...need, max: 36 }), total: done },
  inScope: true,
  refusals: { ...batchRefusals, ...studentPhoto.options.refusals },
})

const HAND_OUT = 'cardReissue:cardReissue:handOut'
const { name, studentNo } = student.fields
/** Cards of one student that are ready or were handed out lately, by the code on the phone, the student number or the card number. */
export const findCards = action('cardReissue.cardReissue.findCards', '查找待领取的卡', {
  method: 'GET',
  permission: HAND_OUT,
  input: { code: text('领取码、学号或卡号', { ...need, max: 60 }) },
  output: {
    ...{ name, studentNo },
    className: text('班级', { max: 60 }),
    photo: text('照片', { max: 36 }),
    cards: list(
      '卡',
      shape('卡', {
        id: text('编号', { ...need, max: 36 }),
        kind: text('证卡', { ...need, max: 40 }),
        newCardNo: cardReissue.fields.newCardNo,
        cardState: cardStates.field('进度'),
        handsInOld: bool('交回旧卡', need),
        collectedAt: datetime('领取时间'),
        collectedBy: text('发放人', { max: 60 }),
      }),
      need,
    ),
  },
  refusals,
})
export const handOut = action('cardReissue.cardReissue.handOut', '发放', {
  permission: HAND_OUT,
  input: { id, oldCard: bool('已收回旧卡', { ...need, initial: false }) },
  output: 'none',
  inScope: true,
  refusals,
})
export const reissueActions = [
  ...Object.values(reissueApplication),
  ...[found, retryLoss, settleLoss, makeBatch, startBatch, enterNumber, finishBatch, packBatch, findCards, handOut, reissueStatistics, reissueStatistics.sheet],
]
