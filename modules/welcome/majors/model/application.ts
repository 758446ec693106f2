import { action, bool, choice, integer, list, pickFields, ref, revealed, shape, text } from '#model'
import { ownApplication } from '#modules/workflow/applications/model/application.ts'
import { asked, FILINGS, majorAdjustment } from './adjustment.ts'
import { adjustStages, majorAdjustBatch } from './batch.ts'
import { CONDITIONS } from './conditions.ts'

const need = { required: true } as const
const word = (label: string, max = 120) => text(label, { ...need, max })
const own = ownApplication(majorAdjustment, { form: asked, realms: ['welcome'] })
const conditions = list('条件', shape('条件', { condition: choice('条件', CONDITIONS, need), isMet: bool('符合', need), own: word('你的'), wanted: word('要求') }), need)
/** The change of major as an application of a new student, made in the welcome realm. */
export const majorApplication = {
  apply: own.apply('申请专业调整'),
  resubmit: own.resubmit(),
  withdraw: own.withdraw(),
  mine: own.mine(['rank', 'toGradeMajorId', 'cancelReason'], { also: { ...asked, choiceNames: list('志愿', word('年级专业'), need), toName: text('调整到', { max: 120 }) } }),
  card: own.card({
    ...pickFields(asked, ['reason']),
    phone: revealed(asked.phone, 'whoever decides on the case may ask back'),
    fromName: text('原专业', { max: 120 }),
    wanted: list('志愿', shape('志愿', { name: word('年级专业'), conditions }), need),
  }),
}
const refusals = majorAdjustBatch.options.refusals ?? {}
/** Batches that take applications of the caller, and the majors they offer with what each asks. */
export const myOffers = action('welcome.majorAdjustment.offers', '可以调整的专业', {
  method: 'GET',
  realms: ['welcome'],
  permission: majorApplication.apply.permission,
  many: true,
  output: {
    id: word('编号', 36),
    name: word('批次', 100),
    choices: integer('志愿数', need),
    offers: list('专业', shape('专业', { id: word('编号', 36), name: word('年级专业'), college: word('学院', 60), seats: integer('名额', need), conditions }), need),
  },
})
const id = ref('majorAdjustBatch', '批次', need)
const RUN = 'welcome:majorAdjustBatch:simulate'
/** 30-WM2: who would get which place, as of now; as often as one likes until it is settled. */
export const simulate = action('welcome.majorAdjustBatch.simulate', '模拟调整', {
  inScope: true,
  input: { id },
  output: { ranked: integer('参加排名', need), placed: integer('调整', need), chained: integer('连锁空出', need), passes: integer('轮次', need) },
  refusals,
})
export const settle = action('welcome.majorAdjustBatch.settle', '确定结果', {
  permission: RUN,
  inScope: true,
  input: { id },
  output: { placed: integer('调整', need), refused: integer('没有调整', need) },
  refusals,
})
/** 30-WM4: of all who have a place, or of these. */
export const fileInProvince = action('welcome.majorAdjustBatch.file', '省级备案', {
  permission: RUN,
  inScope: true,
  input: {
    id,
    filing: choice('备案', { sent: FILINGS.sent, approved: FILINGS.approved }, need),
    adjustmentIds: list('申请', ref('majorAdjustment', '申请', need), { max: 500, help: '不选为全部拟调整的' }),
  },
  output: { count: integer('人数', need) },
  refusals,
})
/** 30-WM3: all whose place is settled and, where the province has to agree, filed; it may be repeated. */
export const takeEffect = action('welcome.majorAdjustBatch.effect', '调整生效', {
  permission: RUN,
  inScope: true,
  input: { id },
  output: { effective: integer('已生效', need), waiting: integer('还要等', need), noClass: integer('等分班', need), cancelled: integer('已取消', need) },
  refusals,
})
/** What will follow for one of them. */
export const consequences = action('welcome.majorAdjustment.consequences', '影响', {
  method: 'GET',
  permission: 'welcome:majorAdjustment:list',
  inScope: true,
  input: { id: ref('majorAdjustment', '申请', need) },
  output: { lines: list('影响', shape('影响', { what: word('项目', 40), from: word('原来', 200), to: word('以后', 200) }), need), blocked: text('还不能生效', { max: 200 }) },
})
const figure = shape('专业', {
  gradeMajorId: word('编号', 36),
  name: word('年级专业'),
  quota: integer('名额', need),
  wanted: integer('第一志愿', need),
  into: integer('转入', need),
  outOf: integer('转出', need),
  chained: integer('连锁空出', need),
  lowest: text('最低分', { max: 20 }),
})
/** The result by major. */
export const adjustFigures = action('welcome.majorAdjustBatch.figures', '调整结果', {
  method: 'GET',
  permission: 'welcome:majorAdjustBatch:list',
  input: { id },
  output: { stage: adjustStages.field('阶段'), passes: integer('轮次'), majors: list('专业', figure, need) },
})
export const majorActions = [...Object.values(majorApplication), myOffers, simulate, settle, fileInProvince, takeEffect, consequences, adjustFigures]
