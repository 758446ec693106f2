import { type ApproverSource, type FlowGraph, type FlowSubject, type Problem, problemsOf, type SourceDirectory } from '#flow/index.ts'
import { fill } from '#model'
import { role } from '#modules/system/model/role.ts'
import type { Db, Lang } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { POSITIONS } from '../model/parameters.ts'
import { processDef } from '../model/process.ts'
import type { FlowProblem } from '../model/process-design.ts'
import { accountsFor, Needs } from './accounts.ts'
import { versionNo } from './definitions.ts'

/** People named in the graph. */
function named({ nodes }: FlowGraph): string[] {
  const ofSource = (source: ApproverSource): readonly string[] => ('userIds' in source ? (source.userIds ?? []) : [])
  return nodes.flatMap(node => [
    ...('approvers' in node ? ofSource(node.approvers) : []),
    ...('timeout' in node ? (node.timeout?.marks ?? []).flatMap(mark => mark.toUserId ?? []) : []),
  ])
}
const subsIn = ({ nodes }: FlowGraph): string[] => nodes.flatMap(n => (n.type === 'sub' ? [n.defCode] : []))
/** Subflows of each flow used in the graph, at any depth. Disabled flows count: they can be enabled again. */
async function flowsInside(db: Db, graph: FlowGraph): Promise<(code: string) => ReadonlySet<string>> {
  const direct = new Map<string, readonly string[]>()
  const found = new Set(subsIn(graph))
  if (!found.size) return () => found
  const defs = new Map([...(await db.cached(processDef)).values()].map(d => [d.code, d]))
  for (const code of found) {
    const def = defs.get(code)
    const version = def && (await versionNo(db, def.id, def.currentVersion ?? 0))
    direct.set(code, version ? subsIn(version.graph) : [])
    for (const inner of direct.get(code) ?? []) found.add(inner)
  }
  return code => {
    const inside = new Set(direct.get(code))
    for (const inner of inside) for (const next of direct.get(inner) ?? []) inside.add(next)
    return inside
  }
}
/** School data a graph may refer to. */
async function knownTo(db: Db, graph: FlowGraph, code?: string): Promise<SourceDirectory> {
  const needs = new Needs()
  for (const id of named(graph)) needs.userIds.add(id)
  const [{ byId }, roles, defs, flowsIn] = await Promise.all([accountsFor(db, needs), db.cached(role), db.cached(processDef), flowsInside(db, graph)])
  const codes = new Set([...roles.values()].map(r => r.code))
  const flows = new Set([...defs.values()].filter(d => d.state === 'published').map(d => d.code))
  return {
    isPerson: id => byId.has(id),
    isRole: each => codes.has(each),
    isPosition: position => Object.hasOwn(POSITIONS, position),
    isFlow: each => flows.has(each),
    flowsIn,
    ...(code ? { code } : {}),
  }
}
/** 10-W1: problems that prevent publishing, each with its step, in the reader's language. */
export async function problemsIn(db: Db, lang: Lang, graph: FlowGraph, subject: FlowSubject, code?: string): Promise<Array<Required<FlowProblem>>> {
  return problemsOf(graph, subject, await knownTo(db, graph, code)).map(p => problemIn(lang, p))
}
function problemIn(lang: Lang, { node, way, level, rule, text, values, cause }: Problem): Required<FlowProblem> {
  const words = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, typeof value === 'string' ? translate(lang, value) : value]))
  const why = cause && fill(translate(lang, cause.text), cause.values)
  return { node: node ?? null, way: way ?? null, level, rule, text: fill(translate(lang, text), why ? { ...words, why } : words) }
}
