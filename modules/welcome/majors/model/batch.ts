import { bool, choice, entity, integer, json, list, states } from '#model'
import { atEndField, roundFields, roundRefusals, schoolRound } from '#modules/workflow/rounds/model/round.ts'
import { roundActions } from '#modules/workflow/rounds/model/round-actions.ts'
import { quotaActions } from '#modules/workflow/rounds/model/round-quota.ts'
import { CONDITIONS } from './conditions.ts'

/** What follows the end of the window. */
export const adjustStages = states(
  {
    applying: { label: '申请审批', tone: 'going' },
    simulated: { label: '已模拟', tone: 'going' },
    settled: { label: '已确定', tone: 'attention' },
    effective: { label: '已生效', tone: 'done' },
  },
  { simulate: ['applying', 'simulated'], settle: ['simulated'], file: ['settled', 'effective'], effect: ['settled', 'effective'] },
)
export const MOST_CHOICES = 4
/** 专业调整批次 (30-WM): new students ask for another major before they are enrolled. */
export const majorAdjustBatch = entity(
  'welcome.majorAdjustBatch',
  '专业调整批次',
  {
    ...roundFields,
    ...atEndField,
    year: integer('年份', { required: true, min: 2000, max: 2100, help: '录取名单的年份' }),
    choices: integer('志愿数', { required: true, initial: 2, min: 1, max: MOST_CHOICES }),
    /** Which of them the batch asks; `conditions` are those of every round, by the facts of a student. */
    asks: list('条件', choice('条件', CONDITIONS, { required: true }), { max: 4, help: '不选的条件不检查' }),
    needsFiling: bool('须省级备案', { required: true, initial: false, help: '省里批准备案后才生效' }),
    hasNotice: bool('结果须公示', { required: true, initial: true, help: '公示期满、没有异议的才生效' }),
    stage: adjustStages.field('阶段', { initial: 'applying' }),
    /** Places by grade-major when it was simulated: whoever edits them has it simulated again. */
    simulatedPlaces: json<Readonly<Record<string, number>>>('模拟时的名额', { readonly: true, secret: 'internal' }),
    passes: integer('轮次', { readonly: true }),
    seatCount: integer('名额', { computed: true }),
    appliedCount: integer('申请', { computed: true }),
    placedCount: integer('录取', { computed: true }),
  },
  {
    ...schoolRound,
    refusals: {
      ...roundRefusals,
      noSeats: '请先分配“{name}”的名额',
      stillOpen: '“{name}”{phase}，申请结束后才能模拟和确定',
      waiting: '还有 {count} 份申请没有审批完',
      nobody: '“{name}”没有通过审批的申请',
      quotaEdited: '模拟以后名额有改动（{changes}），请重新模拟',
      resultChanged: '模拟以后申请或录取信息有改动，请重新模拟',
      afterSettle: '“{name}”已经确定，不能再改{what}',
    },
  },
)
export const batchActions = roundActions(majorAdjustBatch)
export const batchQuota = quotaActions(majorAdjustBatch)
