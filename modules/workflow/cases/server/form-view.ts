import type { FieldPerm } from '#flow/index.ts'
import { type Field, permissionKey } from '#model'
import { subjectsOf } from '#server/audit/subjects.ts'
import type { Ctx } from '#server/context.ts'
import type { KernelCtx } from '#server/data/core.ts'
import { presentRows } from '#server/data/present.ts'
import { translate } from '#server/i18n/translate.ts'
import { complete } from '#server/records/present-records.ts'
import { audit } from '#server/records/verbs.ts'
import { exportColumns } from '#server/spreadsheets/export-columns.ts'
import type { Reading } from './access.ts'
import { type Case, type Plain, stepNamed } from './cases.ts'
import { permOf } from './form-edit.ts'

const ORDER: readonly FieldPerm[] = ['hidden', 'read', 'edit', 'required']
const strongest = (perms: readonly FieldPerm[]): FieldPerm => ORDER[Math.max(0, ...perms.map(p => ORDER.indexOf(p)))] ?? 'hidden'
/** Permission of this reader on a field, by their steps; decided steps keep read access as far as the step had it (10-W9, W16). */
export function permFor({ graph }: Pick<Case, 'graph'>, reading: Reading, field: string): FieldPerm {
  const perms = reading.nodes.map(({ node, isOpen }): FieldPerm => {
    const perm = permOf(stepNamed(graph, node), field)
    return isOpen || perm === 'hidden' ? perm : 'read'
  })
  return strongest([...perms, ...(reading.isApplicant || reading.isCopied || reading.isWatching ? (['read'] as const) : [])])
}
export interface FormField {
  name: string
  label: string
  perm: 'read' | 'edit' | 'required'
  value: unknown
  text: string | null
  isInCard: boolean
  was: string | null
}
type Shown = Array<[name: string, field: Field, perm: FormField['perm']]>
/** The form as this reader may see it, each field formatted, with the value of the previous submission (10-W11). */
export async function formFor(ctx: Ctx, c: Case, reading: Reading, isRoundAgain: boolean): Promise<FormField[]> {
  const { entity, form, inCard } = c.kind.subject
  const mayReveal = reading.nodes.some(n => n.isOpen) && ctx.me.permissions.has(permissionKey(entity, 'reveal'))
  const isOwn = reading.isApplicant
  const shown: Shown = form.flatMap(name => {
    const field = entity.fields[name]
    const perm = permFor(c, reading, name)
    const isAbsent = field?.options.sensitivity === 'S2' && !isOwn && !mayReveal
    return !field || perm === 'hidden' || field.options.secret || isAbsent ? [] : [[name, field, perm]]
  })
  if (mayReveal && !isOwn) await noteReading(ctx, c, shown)
  const now = await dressed(ctx, c, c.row, isOwn, mayReveal)
  const earlier = isRoundAgain && c.snapshot.earlier ? await dressed(ctx, c, { ...c.row, ...c.snapshot.earlier }, isOwn, mayReveal) : undefined
  const read = await readers(ctx, c, shown)
  return shown.map(([name, field, perm]) => {
    const differs = earlier && JSON.stringify(c.snapshot.earlier?.[name] ?? null) !== JSON.stringify(c.row[name] ?? null)
    return {
      name,
      label: translate(ctx.lang, field.label),
      perm,
      value: now[name] ?? null,
      text: read(name, now),
      isInCard: inCard.includes(name),
      was: differs ? (read(name, earlier) ?? '—') : null,
    }
  })
}
/** 10-W9: the serializer leaves out fields this kind of reader may never see; serializes a copy of the row to get the displayed values. */
async function readers(ctx: Ctx, c: Case, shown: Shown): Promise<(name: string, row: Plain) => string | null> {
  const { entity } = c.kind.subject
  // visibility was decided above, so serialize with the permissions all of these fields need
  const me = { ...ctx.me, permissions: new Map([[permissionKey(entity, 'reveal'), []]]) }
  const columns = shown.length ? await exportColumns(ctx.db, entity, me, Object.fromEntries(shown.map(([name]) => [name, name])), ctx.lang) : []
  const byName = new Map(columns.map(column => [column.field, column]))
  return (name, row) => {
    const value = byName.get(name)?.read(row)
    return value === null || value === undefined ? null : String(value).slice(0, 4000)
  }
}
async function dressed(ctx: Ctx, c: Case, row: Plain, isOwn: boolean, mayReveal: boolean): Promise<Plain> {
  const { entity } = c.kind.subject
  const copy = { ...row }
  // every call's context is the kernel's own
  await complete(ctx as KernelCtx, entity, [copy])
  const whole = mayReveal ? Object.keys(entity.fields).filter(name => entity.fields[name]?.options.sensitivity === 'S2') : []
  presentRows(entity, [copy], () => isOwn, new Set(whole))
  return copy
}
/** Reading sensitive fields to decide on them is audited like any other read. */
async function noteReading(ctx: Ctx, c: Case, shown: Shown): Promise<void> {
  const { entity } = c.kind.subject
  const fields = shown.filter(([, field]) => field.options.sensitivity === 'S2').map(([name]) => name)
  if (!fields.length) return
  const auditId = await audit(ctx as KernelCtx, 'reveal', entity.name, c.row.id, { fields, reason: c.instance.title })
  await subjectsOf((ctx as KernelCtx).db, entity, auditId, [c.row])
}
/** A change made while deciding, formatted for the reader; fields hidden from them stay hidden. */
export async function diffFor(
  ctx: Ctx,
  c: Case,
  diff: Readonly<Record<string, { from: unknown; to: unknown }>>,
  visible: ReadonlySet<string>,
): Promise<Array<{ label: string; from: string | null; to: string | null }>> {
  const { entity } = c.kind.subject
  const names = c.kind.subject.form.filter(name => name in diff && visible.has(name))
  const shown: Shown = names.flatMap(name => (entity.fields[name] ? [[name, entity.fields[name], 'read']] : []))
  const side = async (of: 'from' | 'to') => dressed(ctx, c, { ...c.row, ...Object.fromEntries(names.map(n => [n, diff[n]?.[of] ?? null])) }, false, false)
  const [from, to, read] = [await side('from'), await side('to'), await readers(ctx, c, shown)]
  return shown.map(([name, field]) => ({ label: translate(ctx.lang, field.label), from: read(name, from)?.slice(0, 1000) ?? null, to: read(name, to)?.slice(0, 1000) ?? null }))
}
