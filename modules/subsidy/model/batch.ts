import { date, entity, integer, money, ref, states } from '#model'
import { noticeFields } from '#modules/workflow/notices/model/notice.ts'
import { conditionFields } from '#modules/workflow/rounds/model/conditions.ts'
import { atEndField, roundFields, roundRefusals, schoolRound } from '#modules/workflow/rounds/model/round.ts'
import { roundActions } from '#modules/workflow/rounds/model/round-actions.ts'
import { qualifyActions } from '#modules/workflow/rounds/model/round-qualify.ts'

/** What follows the end of the window. */
export const subsidyStages = states(
  {
    applying: { label: '申请审批', tone: 'going' },
    publicised: { label: '公示中', tone: 'going' },
    cleared: { label: '公示结束', tone: 'attention' },
    granted: { label: '已资助', tone: 'done' },
  },
  { publicise: ['applying'], makeGrants: ['cleared', 'granted'] },
)
/** 资助批次: students apply for one item, tiers follow their level, results go on notice. */
export const subsidyBatch = entity(
  'subsidy.subsidyBatch',
  '资助批次',
  {
    ...roundFields,
    ...atEndField,
    ...noticeFields,
    ...conditionFields,
    itemId: ref('subsidyItem', '项目', { required: true }),
    fundId: ref('fundAccount', '经费', { help: '不填时用项目的经费' }),
    factsAsOf: date('按哪一天的困难等级', { required: true }),
    stage: subsidyStages.field('阶段', { initial: 'applying' }),
    appliedCount: integer('申请', { computed: true }),
    approvedCount: integer('通过', { computed: true }),
    total: money('金额', { computed: true }),
  },
  {
    ...schoolRound,
    selectFields: ['itemId', 'stage'],
    refusals: {
      ...roundRefusals,
      itemMode: '“{item}”不是按批次申请的项目',
      noFund: '“{name}”没有经费',
      noYear: '请填写“{name}”的学年',
      open: '“{name}”还在申请，结束以后再公示',
      waiting: '“{name}”还有 {n} 份申请没有审完',
      nobody: '“{name}”没有通过的申请',
      average: '平均 {average} 元，超过政策规定的 {most} 元',
    },
  },
)
export const batchActions = roundActions(subsidyBatch)
export const batchQualify = qualifyActions(subsidyBatch)
