import { parseFields } from '#fields/parse.ts'
import { type FieldPerm, type FlowNode, isAsking } from '#flow/index.ts'
import type { Fields } from '#model'
import { sanitiseFields } from '#model/rich.ts'
import { attachFiles } from '#server/files/attachments.ts'
import { checked } from '#server/records/query.ts'
import { checkReferences } from '#server/records/verbs.ts'
import type { Acting } from './announce.ts'
import { type Case, type Plain, stepNamed } from './cases.ts'
import { caseRefusal } from './refusals.ts'
import { snapshotOf } from './submit.ts'
import type { LogLine } from './write-case.ts'

/** Permission of a step on a form field: read, unless the flow says otherwise (10-W9). */
export const permOf = (node: FlowNode | undefined, field: string): FieldPerm => (node && isAsking(node) ? (node.fieldPerms?.[field] ?? 'read') : 'read')
const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '' || (Array.isArray(value) && !value.length)

/** Writes the fields the step may edit and returns the diff for the record. Refuses other fields by name. */
export async function editForm(acting: Acting, c: Case, nodeId: string, given: Plain | null | undefined): Promise<LogLine['diff']> {
  const { db } = acting
  const { entity, form } = c.kind.subject
  const node = stepNamed(c.graph, nodeId)
  for (const name of Object.keys(given ?? {}))
    if (!form.includes(name) || !['edit', 'required'].includes(permOf(node, name))) throw caseRefusal('field', { field: entity.fields[name]?.label ?? name }, name)
  const fields: Fields = Object.fromEntries(form.filter(n => given && n in given).flatMap(n => (entity.fields[n] ? [[n, entity.fields[n]]] : [])))
  const parsed = checked(parseFields(fields, given ?? {}, 'update'))
  await sanitiseFields(fields, parsed)
  await checkReferences(acting, entity, parsed)
  const patch = Object.fromEntries(Object.entries(parsed).filter(([name, value]) => JSON.stringify(value ?? null) !== JSON.stringify(c.row[name] ?? null)))
  if (!Object.keys(patch).length) return null
  await c.kind.hooks.edited?.(db, c.row, patch)
  const before = c.row
  c.row = await db.update(entity, c.row.id, patch)
  await attachFiles(db, entity, c.row.id, patch)
  const { snapshot, title } = await snapshotOf(db, c.kind.subject, c.row)
  c.snapshot = { ...c.snapshot, ...snapshot }
  c.instance.title = title
  return Object.fromEntries(Object.keys(patch).map(name => [name, { from: before[name] ?? null, to: c.row[name] ?? null }]))
}
/** Approving requires the step's required fields; rejecting or returning does not. */
export function refuseMissing(c: Case, nodeId: string): void {
  const node = stepNamed(c.graph, nodeId)
  const { entity, form } = c.kind.subject
  const missing = form.filter(name => permOf(node, name) === 'required' && isEmpty(c.row[name]))
  if (missing.length) throw caseRefusal('fields', { fields: missing.map(name => entity.fields[name]?.label ?? name) }, missing[0])
}
/** A step may require an opinion or a signature. */
export function refuseUnsaid(c: Case, nodeId: string, said: { opinion: string | null; signature: readonly string[] | null; isNegative: boolean; needsSign: boolean }): void {
  const node = stepNamed(c.graph, nodeId)
  if (!node || !isAsking(node)) return
  // by default, rejecting and returning require an opinion
  const need = node.needOpinion ?? 'negative'
  if (!said.opinion && (need === 'always' || (need === 'negative' && said.isNegative))) throw caseRefusal('opinion', undefined, 'opinion')
  if (said.needsSign && node.needSign && !said.signature?.length) throw caseRefusal('sign', undefined, 'signature')
}
/** Steps that require a signature or form input cannot be approved in bulk. */
export function refuseSingle(c: Case, nodeId: string): void {
  const node = stepNamed(c.graph, nodeId)
  if (node && isAsking(node) && node.needSign) throw caseRefusal('sign', undefined, 'signature')
  refuseMissing(c, nodeId)
}
