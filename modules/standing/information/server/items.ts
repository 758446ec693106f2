import type { InputOf, Row } from '#model'
import type { student } from '#modules/student/model/student.ts'
import type { infoApplication } from '../model/application.ts'
import { isLocked, POLICY_FIELDS } from '../model/field-policy.ts'
import type { Item, infoChange, Value } from '../model/info-change.ts'
import type { Policy } from './policies.ts'

export type Student = Row<typeof student>
export type InfoChange = Row<typeof infoChange>
export type Form = Omit<InputOf<typeof infoApplication.resubmit>, 'id'>
type Plain = Readonly<Record<string, unknown>>

export const standingOf = (of: Plain, field: string): Value => (of[field] ?? null) as Value
/** What a form asks to change, beside what stands. */
export const itemsIn = (form: Form, row: Student): Item[] =>
  POLICY_FIELDS.flatMap(field => ((form[field] ?? null) === null ? [] : [{ field, old: standingOf(row, field), new: standingOf(form, field) }]))
export const itemsOf = ({ items }: Pick<InfoChange, 'items'>): Item[] => (items ? (JSON.parse(items) as Item[]) : [])
export const patchOf = (items: readonly Item[]): Partial<Student> & Record<string, unknown> => Object.fromEntries(items.map(i => [i.field, i.new]))
/** 30-SI3: items whose field has changed since it was applied for. */
export const movedIn = (items: readonly Item[], row: Student): Item[] => items.filter(i => standingOf(row, i.field) !== i.old)

type Policies = ReadonlyMap<string, Policy>
/** The strictest way of the fields, and whether the office decides last. */
export function wayOf(fields: readonly string[], policies: Policies) {
  const of = fields.flatMap(f => policies.get(f) ?? [])
  const isStrict = fields.some(isLocked) || of.some(p => p.mode === 'locked')
  return { mode: isStrict ? ('locked' as const) : ('approve' as const), needsOffice: isStrict || of.some(p => p.flow === 'officer'), needsProof: isStrict || of.some(p => p.proof) }
}
