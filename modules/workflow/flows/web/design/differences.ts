import { type AskStep, compareGraphs, FIELD_TEXTS, type FlowEdge, type FlowGraph, type FlowNode, isAsking, sayBranch } from '#flow/index.ts'
import { t } from '#web/i18n/index.ts'
import { modeWords, type Names, nameWords, say, sourceWords, summaryWords, typeWords } from '../public/labels.ts'

/** One difference in words, and the step where it can be seen. */
export interface Difference {
  key: string
  how: 'added' | 'removed' | 'changed'
  title: string
  details: readonly string[]
  /** A step of the later drawing. */
  node?: string
}
/** Differences of the later graph: steps, then branches. */
export function differencesOf(before: FlowGraph, after: FlowGraph, names: Names): Difference[] {
  const found = compareGraphs(before, after)
  const nodes = found.added.map(
    (node): Difference => ({
      key: `+${node.id}`,
      how: 'added',
      title: titleOf(node),
      details: node.type === 'condition' ? waysOf(after, node.id, names) : lines(summaryWords(node, names)),
      node: node.id,
    }),
  )
  const gone = found.removed.map((node): Difference => ({ key: `-${node.id}`, how: 'removed', title: titleOf(node), details: lines(summaryWords(node, names)) }))
  const changed = found.changed.map(
    ({ node, before: was, fields }): Difference => ({
      key: `~${node.id}`,
      how: 'changed',
      title: titleOf(node),
      details: fields.map(field => fieldWords(field, was, node, names)),
      node: node.id,
    }),
  )
  return [...nodes, ...changed, ...gone, ...branches(before, after, names)]
}
const titleOf = (node: FlowNode): string => t('{{type}}“{{name}}”', { type: typeWords(node), name: nameWords(node) })
const lines = (text: string): string[] => (text ? [text] : [])

function fieldWords(field: string, before: FlowNode, after: FlowNode, names: Names): string {
  const label = t(FIELD_TEXTS[field] ?? field)
  const [was, now] = [valueWords(field, before, names), valueWords(field, after, names)]
  return was === undefined || now === undefined ? t('改了{{label}}', { label }) : t('{{label}}：{{was}} → {{now}}', { label, was, now })
}
function valueWords(field: string, node: FlowNode, names: Names): string | undefined {
  if (field === 'name') return nameWords(node)
  if (field === 'approvers' && 'approvers' in node) return sourceWords(node.approvers, names)
  if (field === 'timeout' && isAsking(node)) return node.timeout ? t('{{n}} 小时', { n: node.timeout.hours }) : t('不限')
  if (field === 'multi' && isAsking(node)) return modeWords((node as AskStep).multi)
  return undefined
}

/** Branches added, removed, reordered or with another condition. Their targets are covered by the steps. */
function branches(before: FlowGraph, after: FlowGraph, names: Names): Difference[] {
  const isThere = (id: string): boolean => before.nodes.some(node => node.id === id)
  const splits = after.nodes.filter(node => node.type === 'condition' && isThere(node.id))
  return splits.flatMap(split => {
    const [was, now] = [waysOf(before, split.id, names), waysOf(after, split.id, names)]
    const title = t('“{{name}}”的分支', { name: nameWords(split) })
    return pairs(was, now).map(([from, to], at): Difference => {
      const how = from === undefined ? 'added' : to === undefined ? 'removed' : 'changed'
      const words = from !== undefined && to !== undefined ? t('{{was}} → {{now}}', { was: from, now: to }) : (to ?? from ?? '')
      return { key: `${split.id} ${at}`, how, title, details: [words], node: split.id }
    })
  })
}
const waysOf = (graph: FlowGraph, id: string, names: Names): string[] => graph.edges.filter(edge => edge.from === id).map(edge => branchWords(edge, names))
const branchWords = (edge: FlowEdge, names: Names): string => [edge.name, sayBranch(edge, names.facts, say)].filter(Boolean).join(t('：'))
/** Pairs changed branches; if as many were removed as added they are reported as changed, in order. */
function pairs(was: readonly string[], now: readonly string[]): Array<readonly [string | undefined, string | undefined]> {
  const gone = was.filter(words => !now.includes(words))
  const come = now.filter(words => !was.includes(words))
  const isTurned = !gone.length && !come.length && was.some((words, at) => words !== now[at])
  if (isTurned) return [[was.join(t('、')), now.join(t('、'))]]
  return Array.from({ length: Math.max(gone.length, come.length) }, (_, at) => [gone[at], come[at]] as const)
}
