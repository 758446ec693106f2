import { bool, choice, datetime, dict, entity, integer, json, list, money, ref, states } from '#model'
import { noticeFields } from '#modules/workflow/notices/model/notice.ts'
import { conditionFields } from '#modules/workflow/rounds/model/conditions.ts'
import { atEndField, roundFields, roundRefusals, schoolRound } from '#modules/workflow/rounds/model/round.ts'
import { roundActions } from '#modules/workflow/rounds/model/round-actions.ts'
import { qualifyActions } from '#modules/workflow/rounds/model/round-qualify.ts'
import { aidLevel } from '../../levels/model/dictionaries.ts'
import type { Threshold } from './index-model.ts'

/** What follows the applications of a batch. */
export const aidStages = states(
  {
    applying: { label: '申请评议', tone: 'going' },
    scoring: { label: '重新计分中', tone: 'going' },
    publicised: { label: '公示中', tone: 'going' },
    effective: { label: '已生效', tone: 'done' },
  },
  { rescore: ['applying'], confirmLevels: ['applying'] },
)
/** 40-D9: what a notice shows of those who were recognised; the count alone lets everybody read the own result only. */
export const NOTICE_SHOWS = { names: '姓名、班级和等级', count: '只公布人数' } as const

/** 困难认定批次: one a school year, from the applications to the levels that hold. */
export const aidBatch = entity(
  'hardship.aidBatch',
  '困难认定批次',
  {
    ...roundFields,
    ...atEndField,
    ...noticeFields,
    ...conditionFields,
    modelId: ref('indexModel', '指标体系', { required: true }),
    levels: list('采用的等级', dict('等级', aidLevel, { required: true }), { required: true, min: 1, max: 6 }),
    /** Yearly aid of each level, to compare what would be recognised with the budget. */
    levelAmounts: json<Readonly<Record<string, number>>>('每级每人资助', { help: '用来与预算比较，不影响认定' }),
    budget: money('资助预算', { min: 0, help: '选了经费时不用填' }),
    fundId: ref('fundAccount', '资助经费', { help: '与这项经费的剩余比较' }),
    checkShare: integer('每学期抽查', { required: true, min: 0, max: 100, initial: 5, help: '占在库学生的百分比' }),
    noticeShows: choice('公示方式', NOTICE_SHOWS, { required: true, initial: 'names' }),
    isBlind: bool('匿名评议', { required: true, initial: true, help: '评议成员看不到姓名' }),
    stage: aidStages.field('阶段', { initial: 'applying' }),
    /** Score lines at the time of confirmation, where they differ from those of the model. */
    thresholds: json<readonly Threshold[]>('采用的分数线', { readonly: true, untyped: 'the score lines of the model, as they were moved' }),
    confirmedAt: datetime('确认时间', { readonly: true }),
    confirmedById: ref('user', '确认人', { readonly: true }),
    appliedCount: integer('申请', { computed: true }),
    reviewedCount: integer('已评议', { computed: true }),
    recognisedCount: integer('已认定', { computed: true }),
  },
  {
    ...schoolRound,
    refusals: {
      ...roundRefusals,
      yearMissing: '请填写学年',
      yearTaken: '{xn} 学年的批次“{name}”还没有生效',
      columns: '困难认定的公示最多显示姓名、班级和等级，不能包含“{column}”',
      modelLevels: '指标体系的分数线用到了没有采用的等级：{levels}',
      running: '“{name}”{stage}，不能再改{what}',
      confirmed: '“{name}”的认定结果已由{by}在 {at} 确认',
      stillOpen: '“{name}”{phase}，结束后才能确认',
      waiting: '还有 {count} 份申请没有审批完',
      unreviewed: '还有 {count} 份申请没有民主评议的结果，班级：{classes}',
      jumps: '有 {count} 份申请的建议与系统相差两级以上，须学院确认：{names}',
      nobody: '“{name}”没有可以认定的申请',
      thresholds: '分数线须从高到低，且只用批次采用的等级',
    },
  },
)
export const aidBatchActions = roundActions(aidBatch)
export const aidBatchQualify = qualifyActions(aidBatch)
