import { action, bool, choice, date, datetime, files, integer, list, money, ref, shape, text } from '#model'
import { ownApplication } from '#modules/workflow/applications/model/application.ts'
import { CATEGORIES, SUBJECTS } from '../../items/model/award-item.ts'
import { RESULTS } from '../../items/model/checks.ts'
import { asked, awardApplication, awardStates } from './application-row.ts'

const own = ownApplication(awardApplication, { form: asked })
const required = { required: true } as const
/** A condition as its reader is told of it. */
export const toldCheck = shape('条件', {
  name: text('条件', { required: true, max: 60 }),
  says: text('内容', { required: true, max: 1000 }),
  result: choice('结果', RESULTS, required),
  why: list('原因', text('原因', { required: true, max: 500 }), required),
})
const checks = list('条件', toldCheck, required)
const words = { batchName: text('批次', { required: true, max: 100 }), itemName: text('奖项', { required: true, max: 60 }) } as const
/** An award as an application of a student, or of the monitor or head of a group. */
export const awardApplied = {
  apply: own.apply('申报奖项'),
  resubmit: own.resubmit(),
  withdraw: own.withdraw(),
  cancel: own.cancel(),
  /** What the form begins with: the text of the last application, which may be used again. */
  begin: own.begin({ statement: asked.statement, achievements: asked.achievements }),
  preview: own.preview(
    { batchId: asked.batchId, itemId: asked.itemId, isOutstanding: bool('有突出表现') },
    {
      ...words,
      recipient: text('授予', { max: 100 }),
      checks,
      warnings: list('提醒', text('提醒', { required: true, max: 300 }), required),
      statementMin: integer('最少'),
      statementMax: integer('最多'),
    },
  ),
  mine: own.mine(['recipient', 'level', 'amount', 'rankInCollege', 'noticed', 'cancelReason', 'reviewReason'], {
    verbs: { proof: '补交证明' },
    also: {
      ...words,
      /** After a refusal: what was missing, and what to aim at next year. */
      missing: list('差在哪里', text('差距', { required: true, max: 500 }), required),
      steps: list('进程', shape('环节', { name: text('环节', { required: true, max: 30 }), isDone: bool('已完成', required) }), required),
    },
  }),
  card: own.card({
    ...words,
    recipient: text('授予', { max: 100 }),
    state: awardStates.field('状态'),
    checks,
    warnings: list('提醒', text('提醒', { required: true, max: 300 }), required),
    statement: asked.statement,
    achieved: awardApplication.fields.achieved,
    achievements: asked.achievements,
    isOutstanding: asked.isOutstanding,
  }),
}
/** Proof of an outstanding achievement, after the form was submitted. */
export const giveProof = action('award.awardApplication.giveProof', '补交证明', {
  output: 'none',
  permission: 'award:awardApplication:apply',
  input: { id: ref('awardApplication', '申报', required), proofs: files('证明材料', { required: true, maxFiles: 8, types: ['jpg', 'jpeg', 'png', 'pdf'] }) },
  refusals: awardApplication.options.refusals ?? {},
})
/** What the reader can name as an achievement for an item; nothing of their own for a class or room. */
export const ownAchievements = action('award.awardApplication.achievements', '可选的成果', {
  method: 'GET',
  permission: 'award:awardApplication:apply',
  many: true,
  input: { itemId: asked.itemId },
  output: { id: text('编号', { required: true, max: 36 }), words: text('内容', { required: true, max: 300 }) },
})
/** What the reader can apply for now: each item of each open batch, with its conditions met or not. */
export const openAwards = action('award.awardApplication.offers', '可申报的奖项', {
  method: 'GET',
  permission: 'award:awardApplication:apply',
  many: true,
  output: {
    batchId: text('批次', { required: true, max: 36 }),
    ...words,
    itemId: text('奖项', { required: true, max: 36 }),
    category: choice('类别', CATEGORIES, required),
    subject: choice('授予', SUBJECTS, required),
    recipient: text('授予', { required: true, max: 100, clear: 'the reader, or their class or room' }),
    levels: list('等级', shape('等级', { name: text('等级', { required: true, max: 20 }), amount: money('金额') }), required),
    endTime: datetime('结束', required),
    factsAsOf: date('按哪天的情况', required),
    checks,
    mayApply: bool('可以申报', required),
    needsProof: bool('须有突出表现', required),
    applicationId: text('我的评奖申报', { max: 36 }),
  },
})
