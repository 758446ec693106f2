import { date, decimal, entity, integer, states } from '#model'
import type { NamedCondition } from '#modules/workflow/flows/model/explain.ts'
import { noticeFields } from '#modules/workflow/notices/model/notice.ts'
import { conditionFields } from '#modules/workflow/rounds/model/conditions.ts'
import { atEndField, roundFields, roundRefusals, schoolRound } from '#modules/workflow/rounds/model/round.ts'
import { roundActions } from '#modules/workflow/rounds/model/round-actions.ts'
import { qualifyActions } from '#modules/workflow/rounds/model/round-qualify.ts'
import { quotaActions } from '#modules/workflow/rounds/model/round-quota.ts'

/** What follows the end of the window. */
export const transferStages = states(
  {
    applying: { label: '申请审批', tone: 'going' },
    ranked: { label: '已排名', tone: 'going' },
    publicised: { label: '公示中', tone: 'going' },
    cleared: { label: '公示结束', tone: 'attention' },
    effective: { label: '已生效', tone: 'done' },
  },
  { score: ['applying', 'ranked'], rank: ['applying', 'ranked'], publicise: ['ranked'], effect: ['cleared', 'effective'] },
)
const bonus = { min: 0, max: 100, precision: 5, scale: 2, initial: 0 } as const

/** 转专业批次: students apply for up to two majors, are assessed, ranked, put on notice, and placed. */
export const majorTransferBatch = entity(
  'standing.majorTransferBatch',
  '转专业批次',
  {
    ...roundFields,
    ...atEndField,
    ...noticeFields,
    ...conditionFields,
    effectiveDate: date('生效日期', { required: true, help: '公示结束以后，从这一天起编入新专业' }),
    minScore: decimal('考核成绩不低于', { min: 0, max: 100, precision: 5, scale: 2, help: '低于的不录取' }),
    soldierBonus: decimal('退役复学加分', { ...bonus, required: true, help: '《普通高等学校学生管理规定》要求优先考虑' }),
    founderBonus: decimal('创业复学加分', { ...bonus, required: true }),
    stage: transferStages.field('阶段', { initial: 'applying' }),
    seatCount: integer('名额', { computed: true }),
    appliedCount: integer('申请', { computed: true }),
    placedCount: integer('录取', { computed: true }),
  },
  {
    ...schoolRound,
    refusals: {
      ...roundRefusals,
      early: '生效日期 {on} 早于申请结束 {end}',
      noSeats: '请先分配“{name}”的转入名额',
      settled: '“{name}”已经排名，不能再改{what}',
    },
  },
)
export const batchActions = roundActions(majorTransferBatch)
export const batchQuota = quotaActions(majorTransferBatch)
export const batchQualify = qualifyActions(majorTransferBatch)

/** What a new batch asks for: one transfer, and no special admission (Order 41, Article 21). */
export const DEFAULT_CONDITIONS: readonly NamedCondition[] = [
  { name: '在读', when: { fact: 'student.status', op: 'eq', value: 'active' } },
  { name: '没有影响转专业的处分', when: { fact: 'discipline.barsTransfers', op: 'eq', value: false } },
  { name: '没有转过专业', when: { fact: 'standing.majorTransfers', op: 'eq', value: 0 } },
  {
    name: '不是特殊招生形式录取',
    when: {
      any: [
        { fact: 'student.enrolMode', op: 'empty' },
        { fact: 'student.enrolMode', op: 'notIn', value: ['02', '03', '07'] },
      ],
    },
  },
]
/** Holders of seats: a grade-major takes students in, and may let only so many go. */
export const outOf = (gradeMajorId: string): string => `out:${gradeMajorId}`
export const MOST_CHOICES = 2
