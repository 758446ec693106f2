import { date, entity, integer, json, list, ref, states } from '#model'
import type { NamedCondition } from '#modules/workflow/flows/model/explain.ts'
import { noticeFields } from '#modules/workflow/notices/model/notice.ts'
import { atEndField, roundFields, roundRefusals, schoolRound } from '#modules/workflow/rounds/model/round.ts'
import { roundActions } from '#modules/workflow/rounds/model/round-actions.ts'
import type { CATEGORIES, EXCLUSION_RULES, Subject, WITHIN } from '../../items/model/award-item.ts'

/** How far a batch is; people apply and colleges nominate side by side. */
export const batchStages = states(
  {
    nominating: { label: '申报推荐', tone: 'going' },
    publicised: { label: '公示中', tone: 'going' },
    cleared: { label: '公示结束', tone: 'attention' },
    reported: { label: '已上报', tone: 'going' },
    granted: { label: '已授予', tone: 'done' },
  },
  {
    allocate: ['nominating', 'publicised', 'cleared'],
    openNotice: ['nominating', 'publicised', 'cleared'],
    report: ['cleared', 'reported'],
    grant: ['cleared', 'reported', 'granted'],
  },
)
export interface FrozenLevel {
  name: string
  amount: number | null
  figure: 'nationalScholarship.amount' | 'inspirationalScholarship.amount' | null
  share: number | null
}
export interface FrozenExclusion {
  itemId: string
  within: keyof typeof WITHIN
  rule: keyof typeof EXCLUSION_RULES
}
/** An item as it was when its batch was published: later changes hold for later batches. */
export interface FrozenItem {
  id: string
  code: string
  name: string
  subject: Subject
  category: keyof typeof CATEGORIES
  isReported: boolean
  needsStatement: boolean
  statementMin: number
  statementMax: number
  fundId: string | null
  levels: readonly FrozenLevel[]
  conditions: readonly NamedCondition[]
  exclusions: readonly FrozenExclusion[]
}
/** 评奖批次: a round of one or several items of a school year. */
export const awardBatch = entity(
  'award.awardBatch',
  '评奖批次',
  {
    ...roundFields,
    ...atEndField,
    ...noticeFields,
    itemIds: list('奖项', ref('awardItem', '奖项', { required: true }), { required: true, max: 20 }),
    factsAsOf: date('按哪天的情况', { required: true, help: '学生的成绩、处分等按这一天的情况判断' }),
    nominateBy: date('学院推荐截止', { help: '提前两天提醒还有名额的学院' }),
    collegeWorkdays: integer('学院公示工作日', { required: true, min: 0, max: 30, initial: 3, help: '0 为学院不公示' }),
    stage: batchStages.field('阶段', { initial: 'nominating' }),
    frozen: json<readonly FrozenItem[]>('奖项（发布时）', { readonly: true, secret: 'internal' }),
    seatCount: integer('名额', { computed: true }),
    appliedCount: integer('申报', { computed: true }),
    nominatedCount: integer('推荐', { computed: true }),
  },
  {
    ...schoolRound,
    refusals: {
      ...roundRefusals,
      noYear: '请填写“{name}”的学年，如 2026-2027',
      itemOff: '“{item}”已停用，不能评选',
      itemTwice: '“{item}”选了两次',
      donorOver: '“{item}”的捐赠协议到 {until} 为止',
      settled: '“{name}”已经发布，不能再改{what}',
    },
  },
)
export const batchActions = roundActions(awardBatch)
/** Stages in which colleges nominate and returned applications are mended. */
export const isNominating = ({ stage }: { stage: keyof typeof batchStages.labels }): boolean => batchStages.allows({ state: stage }, 'openNotice')
/** Holder of the seats of an item in a college. */
export const holderOf = (itemCode: string, departmentId: string): string => `${itemCode}:${departmentId}`
