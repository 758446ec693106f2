import { choice, date, decimal, entity, integer, list, type Row, shape, states, text } from '#model'
import { roundFields, roundRefusals, schoolRound } from '#modules/workflow/rounds/model/round.ts'
import { roundActions } from '#modules/workflow/rounds/model/round-actions.ts'

const need = { required: true } as const
/** What a result is made of. Students answer anonymously, workload is counted, the other marks are given by name. */
export const PARTS = { students: '学生评价', college: '学院评价', office: '学工处评价', peers: '同行评价', self: '自评', workload: '工作量' } as const
export type PartKind = keyof typeof PARTS
export interface Part {
  kind: PartKind
  weight: number
}
/** 50-CW9: what a scheme begins with. */
export const USUAL_PARTS: readonly Part[] = [
  { kind: 'students', weight: 30 },
  { kind: 'college', weight: 30 },
  { kind: 'office', weight: 30 },
  { kind: 'workload', weight: 10 },
]
export const USUAL_INDICATORS = ['关心学生，找得到人', '办事公正', '谈话有帮助', '班级管理', '安全和心理健康提醒']
export const WHOLE = 100
export const sumOf = (parts: ReadonlyArray<Part | null> | null | undefined): number => (parts ?? []).reduce((sum, part) => sum + (part?.weight ?? 0), 0)
export const evalStages = states(
  {
    scoring: { label: '评价', tone: 'going' },
    grading: { label: '定等级', tone: 'attention' },
    publicised: { label: '公示中', tone: 'going' },
    locked: { label: '已定', tone: 'done' },
  },
  {},
)
/** 辅导员考核方案: a yearly round in which counsellors are evaluated, by their students among others. */
export const fdyEvalScheme = entity(
  'counsellor.fdyEvalScheme',
  '辅导员考核方案',
  {
    ...roundFields,
    periodFrom: date('考核期从', need),
    periodTo: date('考核期到', { ...need, help: '评这段时间里带得最久的辅导员' }),
    parts: list('构成', shape('部分', { kind: choice('部分', PARTS, need), weight: integer('权重', { ...need, min: 1, max: WHOLE }) }, need), {
      ...need,
      min: 1,
      max: 6,
      help: '权重合计 100',
    }),
    indicators: list('学生评价指标', text('指标', { ...need, max: 60 }), { ...need, min: 1, max: 12, help: '每项由学生评 1 到 5 分' }),
    minResponses: integer('至少几份', { ...need, initial: 10, min: 5, max: 1000, help: '学生评价不到这么多份的，不显示，由学工处定权重' }),
    trimPercent: integer('去掉两端（%）', { ...need, initial: 5, min: 0, max: 40, help: '最高和最低的各去掉这么多再平均' }),
    excellentPercent: integer('优秀比例（%）', { ...need, initial: 20, min: 0, max: WHOLE, help: '各学院的优秀人数不超过考核人数的这个比例，取整数' }),
    serviceMonths: integer('带满几个月', { ...need, initial: 3, min: 0, max: 12, help: '被带满这么久的学生才评' }),
    stage: evalStages.field('阶段', { initial: 'scoring' }),
    turnout: decimal('参评率（%）', { computed: true, precision: 5, scale: 1 }),
  },
  {
    ...schoolRound,
    refusals: {
      ...roundRefusals,
      weights: '权重合计是 {sum}，须是 100',
      twice: '“{part}”写了两次',
      sameIndicator: '指标“{name}”写了两次',
      period: '考核期颠倒：{from} 到 {to}',
      frozen: '“{name}”已经发布，不能再改{what}',
      counted: '“{name}”已经计算结果，学生评价不能再开放',
      shown: '“{name}”的结果{stage}，不能取消',
      nobodyServed: '没有被带满 {months} 个月的学生',
    },
  },
)
export const evalRound = roundActions(fdyEvalScheme)
export type EvalScheme = Row<typeof fdyEvalScheme>
