import {
  type ApproverSource,
  type Fact,
  type FlowEdge,
  type FlowGraph,
  type FlowNode,
  isAsking,
  JOIN_NAME,
  type Mode,
  NODE_TYPES,
  RELATIONS,
  type Say,
  sayBranch,
} from '#flow/index.ts'
import { fill } from '#model'
import { tAny } from '#web/i18n/every-module.ts'
import { t } from '#web/i18n/index.ts'
import { formatNumber } from '#web/values/format.ts'

/** Names referenced by a step's description. */
export interface Names {
  people: ReadonlyMap<string, string>
  roles: ReadonlyMap<string, string>
  positions: Readonly<Record<string, string>>
  fields: ReadonlyMap<string, string>
  flows: ReadonlyMap<string, string>
  autos: Readonly<Record<string, string>>
  facts: readonly Fact[]
}
export const NO_NAMES: Names = { people: new Map(), roles: new Map(), positions: {}, fields: new Map(), flows: new Map(), autos: {}, facts: [] }

/** Engine sentences translated for the reader; placeholders are in single braces. */
export const say: Say = (text, values) => fill(tAny(text), values)

export const typeWords = (node: Pick<FlowNode, 'type'>): string => {
  if (node.type === 'start') return t('提交')
  return node.type === 'end' ? t('结束') : t(NODE_TYPES[node.type])
}
/** Step name, translated if built-in; an unnamed join gets a generic name. */
export const nameWords = (node: FlowNode): string => (node.name && tAny(node.name)) || (node.type === 'parallel' ? t(JOIN_NAME) : typeWords(node))

/** Short description of a source: 申请人的辅导员, 角色：学工处. */
export function sourceWords(source: ApproverSource, names: Names): string {
  switch (source.by) {
    case 'people':
      return peopleWords(source.userIds, names)
    case 'position':
      if (!source.position) return t('还没有选择岗位')
      return t('岗位：{{name}}', { name: names.positions[source.position] ?? source.position })
    case 'relation':
      return t('申请人的{{who}}', { who: t(RELATIONS[source.relation]) })
    case 'role': {
      if (!source.role) return t('还没有选择角色')
      const name = names.roles.get(source.role) ?? source.role
      return source.inDepartment ? t('申请人单位的{{name}}', { name }) : t('角色：{{name}}', { name })
    }
    case 'head':
      return source.levelsUp ? t('申请人部门往上 {{n}} 级的负责人', { n: source.levelsUp }) : t('申请人部门的负责人')
    case 'field':
      return t('表单中的“{{name}}”', { name: names.fields.get(source.field) ?? source.field })
    case 'chosen':
      return source.chooser === 'applicant' ? t('申请人选择') : t('上一步审批人选择')
    case 'previous':
      return t('上一步的审批人')
    case 'applicant':
      return t('申请人本人')
  }
}
function peopleWords(userIds: readonly string[], names: Names): string {
  if (!userIds.length) return t('还没有指定人员')
  const shown = userIds.slice(0, 3).map(id => names.people.get(id) ?? '…')
  return userIds.length > 3 ? t('{{names}} 等 {{n}} 人', { names: shown.join(t('、')), n: userIds.length }) : shown.join(t('、'))
}
export function modeWords(mode: Mode): string {
  if (mode.kind === 'any') return t('或签')
  if (mode.kind === 'sequence') return t('依次审批')
  return mode.percent && mode.percent < 100 ? t('会签，{{n}}% 同意', { n: mode.percent }) : t('会签')
}
/** One line below the name: what the step does. */
export function summaryWords(node: FlowNode, names: Names): string {
  if (isAsking(node)) {
    const isAlone = node.approvers.by === 'applicant' || (node.approvers.by === 'people' && node.approvers.userIds.length < 2)
    return isAlone ? sourceWords(node.approvers, names) : t('{{who}}，{{mode}}', { who: sourceWords(node.approvers, names), mode: modeWords(node.multi) })
  }
  switch (node.type) {
    case 'start':
      return t('本人或代办')
    case 'cc':
      return sourceWords(node.approvers, names)
    case 'wait':
      return node.untilField ? t('到“{{name}}”那天', { name: names.fields.get(node.untilField) ?? node.untilField }) : t('等 {{n}} 小时', { n: node.hours ?? 0 })
    case 'auto':
      return node.does ? (names.autos[node.does] ?? node.does) : t('还没有选择做什么')
    case 'sub':
      return node.defCode ? (names.flows.get(node.defCode) ?? node.defCode) : t('还没有选择流程')
    default:
      return ''
  }
}
/** Working minutes as text: 40 分钟, 2.6 小时. Never in days: a working day is not 24 hours. */
export const minutesWords = (minutes: number): string =>
  minutes < 60 ? t('{{n}} 分钟', { n: Math.max(1, Math.round(minutes)) }) : t('{{n}} 小时', { n: formatNumber(Math.round(minutes / 6) / 10) })

export const isSplit = (graph: FlowGraph, id: string): boolean => graph.nodes.some(node => node.id === id && node.type === 'condition')
type Said = Pick<FlowEdge, 'when' | 'name'>
/** A branch without a condition yet: it would always match. */
export const isUnsaid = (when: FlowEdge['when']): boolean => when !== undefined && 'all' in when && !when.all.length
/** Name of a branch, else its condition. */
export function wayName(way: Said, at: number, isAsked: boolean, names: Names): string {
  if (way.name) return tAny(way.name)
  if (!isAsked) return t('第 {{n}} 路', { n: at + 1 })
  if (isUnsaid(way.when)) return t('还没有条件')
  return names.facts.length || !way.when ? sayBranch(way, names.facts, say) : t('分支 {{n}}', { n: at + 1 })
}
/** Condition below a branch's name; empty if there is no name. */
export const wayAsks = (way: Said, isAsked: boolean, names: Names): string | undefined => {
  if (!way.name || !isAsked || !names.facts.length) return undefined
  return isUnsaid(way.when) ? t('还没有条件') : sayBranch(way, names.facts, say)
}
