import { date, entity, type Row, states } from '#model'
import { roundFields, roundRefusals, schoolRound } from '#modules/workflow/rounds/model/round.ts'
import { roundActions } from '#modules/workflow/rounds/model/round-actions.ts'
import { weightList } from './review-scores.ts'

const need = { required: true } as const
export const reviewStages = states({
  reporting: { label: '自评', tone: 'going' },
  approving: { label: '审批', tone: 'going' },
  publicised: { label: '公示中', tone: 'going' },
  settled: { label: '已定', tone: 'done' },
})
/** 社团年审: a yearly round in which heads report and everything else is counted. */
export const societyReviewRound = entity(
  'society.societyReviewRound',
  '社团年审',
  {
    ...roundFields,
    periodFrom: date('年审期从', need),
    periodTo: date('年审期到', { ...need, help: '这段时间里的活动、经费和指导计入' }),
    weights: weightList,
    stage: reviewStages.field('阶段', { initial: 'reporting' }),
  },
  {
    ...schoolRound,
    refusals: {
      ...roundRefusals,
      period: '年审期颠倒：{from} 到 {to}',
      weights: '权重合计是 {sum}，须是 100',
      twice: '“{item}”写了两次',
      frozen: '“{name}”已经发布，不能再改{what}',
      nobody: '没有要年审的社团',
      counted: '“{name}”已经汇总，不能再开放自评',
    },
  },
)
export const reviewRoundActions = roundActions(societyReviewRound)
export type ReviewRound = Row<typeof societyReviewRound>
