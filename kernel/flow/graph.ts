import type { Condition } from './condition.ts'

/** Approver source of a step. It is resolved when a case reaches the step, not when the flow is drawn. */
export type ApproverSource =
  | { by: 'people'; userIds: readonly string[] }
  /** A position of the school (`leader`, `legalOffice` …), assigned in the process parameters. */
  | { by: 'position'; position: string }
  /** By relation to the applicant: counsellor or head teacher of the class, manager of the college or the building. */
  | { by: 'relation'; relation: Relation }
  /** Holders of a role; `inDepartment` restricts to those whose department is the applicant's or above it. */
  | { by: 'role'; role: string; inDepartment?: boolean }
  /** Head of the applicant's department, or of the one this many levels above. */
  | { by: 'head'; levelsUp: number }
  /** A form field holding a person. */
  | { by: 'field'; field: string }
  /** Picked by the applicant or the previous approver, from this list. */
  | { by: 'chosen'; chooser: 'applicant' | 'previous'; userIds?: readonly string[]; roles?: readonly string[] }
  /** Approver of the previous step. */
  | { by: 'previous' }
  | { by: 'applicant' }
export const RELATIONS = {
  fdy: '辅导员',
  bzr: '班主任',
  monitor: '班长',
  college: '学院管理员',
  toCollege: '转入学院管理员',
  dormManager: '宿舍管理员',
  employer: '用工单位',
  venueOwner: '场地负责人',
  societyAdvisor: '社团指导教师',
  guidanceUnit: '业务指导单位',
  orgGuide: '学生组织指导教师',
  orgCounsellor: '组织所在班级的辅导员',
  orgCollege: '组织所在学院',
} as const
export type Relation = keyof typeof RELATIONS

/** 会签 (all, or a percentage), 或签 (the first decides), 依次 (one after another). */
export type Mode = { kind: 'all'; percent?: number; untilEverybodyVoted?: boolean } | { kind: 'any' } | { kind: 'sequence' }
export const EMPTY_POLICIES = { owner: '转给流程负责人', upDepartment: '转给上一级部门', skip: '跳过' } as const
export const SAME_POLICIES = { ask: '再次询问', pass: '自动通过' } as const
export const FIELD_PERMS = { hidden: '隐藏', read: '只读', edit: '可编辑', required: '必填' } as const
export type FieldPerm = keyof typeof FIELD_PERMS
export const TIMEOUT_ACTIONS = { remind: '提醒', escalate: '上报上一级', transfer: '自动转办', approve: '自动通过', reject: '自动驳回' } as const
export type TimeoutAction = keyof typeof TIMEOUT_ACTIONS
/** Optional actions of an approver; all enabled by default. */
export const BUTTONS = { reject: '驳回', return: '退回', transfer: '转办', delegate: '委派', addSign: '加签', cc: '抄送' } as const
export type FlowButton = keyof typeof BUTTONS

interface StepOf<T extends string> {
  id: string
  type: T
  name: string
}
export interface Timeout {
  hours: number
  /** Whether the deadline counts working hours on school days only, or elapsed time. */
  workingTime: boolean
  /** Actions at percentages of the deadline; default: a reminder at 50 % and 100 %. (The property is not named `then`, which would make the object a thenable.) */
  marks?: ReadonlyArray<{ atPercent: number; action: TimeoutAction; toUserId?: string }>
}
/** A step assigned to people: 审批 decides; 办理 performs a task and cannot reject. */
export interface AskStep extends StepOf<'approve' | 'handle'> {
  approvers: ApproverSource
  multi: Mode
  emptyPolicy: keyof typeof EMPTY_POLICIES
  samePolicy: keyof typeof SAME_POLICIES
  /** Field → access in this step; default `read`. */
  fieldPerms?: Readonly<Record<string, FieldPerm>>
  /** Default: all. */
  buttons?: readonly FlowButton[]
  timeout?: Timeout
  needSign?: boolean
  needOpinion?: 'never' | 'negative' | 'always'
  /** Canned opinions, besides the person's own. */
  phrases?: readonly string[]
  /** Marks a step that the module requires; see `FlowSubject.mandatory`. */
  mandatory?: string
}
export interface CcStep extends StepOf<'cc'> {
  approvers: ApproverSource
}
/** Exclusive split: the first branch (in edge order) whose condition holds, else the branch without a condition. */
export type ConditionStep = StepOf<'condition'>
/** Fork (several outgoing edges, all taken) or join (several incoming edges, waits for all). */
export type ParallelStep = StepOf<'parallel'>
/** Timer: a number of hours, or until the date in a form field. */
export interface WaitStep extends StepOf<'wait'> {
  hours?: number
  untilField?: string
}
/** Runs an action of the module (`FlowSubject.autos`) automatically. */
export interface AutoStep extends StepOf<'auto'> {
  does: string
}
/** Runs another published flow on the same form; if that rejects, this case is rejected. */
export interface SubStep extends StepOf<'sub'> {
  defCode: string
}
export type FlowNode = StepOf<'start'> | StepOf<'end'> | AskStep | CcStep | ConditionStep | ParallelStep | WaitStep | AutoStep | SubStep
export interface FlowEdge {
  from: string
  to: string
  /** Only on edges out of a condition step; without it the edge is the default branch. */
  when?: Condition
  /** Label of the branch in the diagram. */
  name?: string
}
/** Definition of a flow. The order of a step's outgoing edges matters. */
export interface FlowGraph {
  nodes: readonly FlowNode[]
  edges: readonly FlowEdge[]
}
/** A step that a case comes to only where a condition holds. */
export interface OptionalStep {
  ask: ConditionStep
  when: Condition
  step: FlowNode
  /** Labels of both ways in the diagram. */
  yes: string
  no: string
}
/** `onlyWhen({ id: 'whetherCollege', name: '是否须学院审批', when: { … }, yes: '须学院', no: '辅导员即可' }, college())` for `stepByStep`. */
export const onlyWhen = ({ id, name, ...ways }: Pick<ConditionStep, 'id' | 'name'> & Pick<OptionalStep, 'when' | 'yes' | 'no'>, step: FlowNode): OptionalStep => ({
  ...ways,
  ask: { id, type: 'condition', name },
  step,
})
/** Submission, these steps in their order, end: what many kinds of application begin with. */
export function stepByStep(...steps: ReadonlyArray<FlowNode | OptionalStep>): FlowGraph {
  const nodes: FlowNode[] = [{ id: 'start', type: 'start', name: '提交' }]
  const edges: FlowEdge[] = []
  let open: Array<Omit<FlowEdge, 'to'>> = [{ from: 'start' }]
  const add = (node: FlowNode, then: Array<Omit<FlowEdge, 'to'>> = [{ from: node.id }]) => {
    nodes.push(node)
    edges.push(...open.map(({ from, ...way }) => ({ from, to: node.id, ...way })))
    open = then
  }
  for (const of of steps) {
    if (!('ask' in of)) {
      add(of)
      continue
    }
    add(of.ask, [{ from: of.ask.id, name: of.yes, when: of.when }])
    add(of.step, [{ from: of.ask.id, name: of.no }, { from: of.step.id }])
  }
  add({ id: 'end', type: 'end', name: '结束' }, [])
  return { nodes, edges }
}
export const isAsking = (node: FlowNode): node is AskStep => node.type === 'approve' || node.type === 'handle'
export const MAX_STEPS = 200
