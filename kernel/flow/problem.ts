import type { FlowNode } from './graph.ts'

/** Validation errors of a flow; `{node}` is the step's name. Only warnings allow publishing. */
export const PROBLEM_TEXTS = {
  tooManySteps: '流程有 {count} 个环节，最多 {most} 个',
  duplicateId: '有 {count} 个环节的编号都是“{id}”',
  noName: '环节“{id}”没有名称',
  longName: '环节“{node}”的名称有 {count} 个字，最多 {most} 个',
  danglingEdge: '从“{from}”到“{to}”的连线有一头没有环节',
  noStart: '流程没有开始环节',
  manyStarts: '流程有 {count} 个开始环节，只能有一个',
  intoStart: '连线不能回到开始环节“{node}”',
  noEnd: '流程没有结束环节',
  outOfEnd: '结束环节“{node}”后面不能再有环节',
  cannotEnd: '从“{node}”走不到结束',
  unreachable: '从开始走不到“{node}”',
  cycle: '流程绕成了圈，经过“{node}”；退回请用“退回”动作',
  manyWaysOut: '“{node}”后面有 {count} 条路，只有条件和并行环节可以分支',
  whenElsewhere: '“{node}”不是条件环节，它后面的连线不能写条件',
  fewBranches: '条件“{node}”只有 {count} 条分支，至少两条',
  noDefault: '条件“{node}”没有默认分支',
  manyDefaults: '条件“{node}”有 {count} 条没有条件的分支，默认分支只能有一条',
  condition: '“{node}”的分支“{branch}”：{why}',
  loneParallel: '并行“{node}”只有一条路进、一条路出，没有作用',
  joinsNothing: '“{node}”汇合的路不是由并行分出来的',
  notJoined: '并行“{node}”的各条路没有汇合到一处',
  mixedWays: '并行“{node}”的几条路在“{at}”相遇，但那里不是汇合环节',
  crossedWays: '并行“{node}”之外的路从“{at}”插进了并行之中',
  nobodyDecides: '流程没有审批环节，提交后不经任何人就会通过',
  noPeople: '“{node}”没有指定人员',
  unknownPerson: '“{node}”指定的人员 {person} 不存在或已停用',
  unknownPosition: '“{node}”指定的岗位“{position}”不存在',
  unknownRelation: '“{node}”的审批人关系“{relation}”不存在',
  unknownRole: '“{node}”指定的角色“{role}”不存在',
  levels: '“{node}”的上级层数应为 0 至 {most} 的整数，现在是 {levels}',
  personField: '“{node}”的审批人取自“{field}”，但表单里没有这个人员字段',
  nobodyBefore: '“{node}”的审批人取自上一步，但它前面没有审批环节',
  unknownSource: '“{node}”没有指定审批人来源',
  ownApproval: '“{node}”由申请人自己审批：本人不能审批自己的申请，请改为办理环节',
  percent: '“{node}”的会签比例应为 1 至 100 的整数，现在是 {percent}',
  unknownMode: '“{node}”没有指定多人审批方式',
  unknownPolicy: '“{node}”的空缺处理或重复审批设置不对：{value}',
  skipLast: '“{node}”可能是最后一个审批环节，没有审批人时不能跳过',
  skipMandatory: '“{node}”是必须的环节，没有审批人时不能跳过',
  unknownField: '“{node}”设置了字段“{field}”的权限，但表单里没有这个字段',
  unknownPerm: '“{node}”的字段“{field}”的权限“{value}”不存在',
  unknownButton: '“{node}”的按钮“{button}”不存在',
  timeoutHours: '“{node}”的办理时限应为 1 至 {most} 小时，现在是 {hours}',
  timeoutPercent: '“{node}”的超时动作应在时限的 1% 至 1000% 之间，现在是 {percent}%',
  timeoutAction: '“{node}”的超时动作“{action}”不存在',
  autoApprove: '“{node}”到时自动通过：{label}不允许自动通过',
  rejectHandling: '“{node}”是办理环节，到时不能自动驳回',
  transferTo: '“{node}”到时自动转办，但没有指定有效的接手人',
  wait: '“{node}”应填写等待的小时数，或选择表单里的一个日期字段',
  unknownAuto: '“{node}”要自动执行的“{does}”，{label}不提供',
  unknownFlow: '“{node}”要走的流程“{code}”没有发布',
  ownFlow: '“{node}”要走的流程就是它自己',
  flowCircle: '“{node}”要走的流程“{code}”又会走回这个流程',
  unknownMandatory: '“{node}”标为必须的环节“{word}”，{label}没有这一项',
  mandatoryMissing: '{label}必须有“{step}”环节',
  mandatoryAvoided: '{label}必须有“{step}”环节，但有的分支不经过它',
  unknownType: '环节“{node}”的种类“{type}”不存在',
} as const
export type ProblemKey = keyof typeof PROBLEM_TEXTS
export type ProblemValues = Readonly<Record<string, string | number>>
export interface Problem {
  node?: string
  /** Index of the outgoing branch concerned, from 0. */
  way?: number
  level: 'error' | 'warning'
  /** `flow.{key}`, also for errors in conditions, whose detail is in `cause`. */
  rule: string
  text: string
  values: ProblemValues
  /** Error inside a condition, a sentence of its own; fills `{why}`. */
  cause?: { text: string; values: ProblemValues }
}
const WARNINGS: ReadonlySet<ProblemKey> = new Set(['nobodyDecides'])
export const problem = (key: ProblemKey, values: ProblemValues = {}, at: Pick<Problem, 'node' | 'way' | 'cause'> = {}): Problem => ({
  ...at,
  level: WARNINGS.has(key) ? 'warning' : 'error',
  rule: `flow.${key}`,
  text: PROBLEM_TEXTS[key],
  values,
})
/** A problem of one step; its name fills `{node}`. */
export const ofNode = (node: FlowNode, key: ProblemKey, values: ProblemValues = {}): Problem => problem(key, { node: node.name || node.id, ...values }, { node: node.id })
