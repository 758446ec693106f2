import { Refusal, type Row } from '#model'
import { cantonsByCode } from '#modules/campus/server/api.ts'
import { patchFaults } from '#modules/student/server/api.ts'
import type { Violation } from '#modules/workflow/applications/model/application.ts'
import type { Db } from '#server/context.ts'
import { type Item, infoChange } from '../model/info-change.ts'
import { patchOf, type Student } from './items.ts'
import { isInWindow, labelOf, type Policy } from './policies.ts'

type Policies = ReadonlyMap<string, Policy>
interface Asking {
  row: Student
  items: readonly Item[]
  proofs: readonly string[]
  policies: Policies
  isStaff: boolean
  /** The application that is submitted again. */
  id: string | null
}
const OPEN = ['pending', 'returned'] as const
/** Fields of a student that an open application asks to change. */
export async function askedFields(db: Db, studentId: string, except: string | null = null): Promise<Set<string>> {
  const rows: Array<Row<typeof infoChange>> = await db.unscoped(infoChange).all({ studentId, state: [...OPEN] }) // the student's own
  return new Set(rows.filter(r => r.id !== except).flatMap(r => r.fields))
}
/** What speaks against an application; faults of the values themselves are refused at once. */
export async function violationsOf(db: Db, asking: Asking): Promise<Violation[]> {
  const { row, items, isStaff, id } = asking
  if (!items.length) return [{ key: 'nothing' }]
  const open = await askedFields(db, row.id, id)
  const found = items.flatMap(item => fieldViolations(item, asking, open))
  if (found.length) return found
  const issues = await patchFaults(db, row, patchOf(items))
  const held = issues.find(i => /\.idNo(Held|Used)$/.test(i.rule))
  // whose number it is, is not for the applicant to learn
  if (held && !isStaff) return [{ key: 'idNoTaken', field: 'idNo' }]
  if (issues.length) throw new Refusal(422, issues)
  return []
}
function fieldViolations({ field, old, new: wanted }: Item, { policies, proofs, isStaff }: Asking, open: ReadonlySet<string>): Violation[] {
  const policy = policies.get(field)
  const of = (key: string, more: object = {}): Violation => ({ key, values: { field: labelOf(field), ...more }, field })
  return [
    ...(old === wanted ? [of('same')] : []),
    ...(open.has(field) ? [of('open')] : []),
    ...(!isStaff && policy?.mode === 'free' ? [of('free')] : []),
    ...(!isStaff && policy && !isInWindow(policy) ? [of('window', { window: policy.window })] : []),
    ...((isStaff || policy?.proof) && !proofs.length ? [{ ...of('proof'), field: 'proofs' }] : []),
  ]
}
/** Bad but possible: an identity number of another province than the origin. */
export async function warningOf(db: Db, idRegion: string | null, sourceCanton: string | null): Promise<{ id: string; origin: string } | null> {
  if (!idRegion || !sourceCanton || idRegion.slice(0, 2) === sourceCanton.slice(0, 2)) return null
  const cantons = await cantonsByCode(db)
  const provinceOf = (code: string): string => cantons.get(`${code.slice(0, 2)}0000`)?.name ?? code.slice(0, 2)
  return { id: provinceOf(idRegion), origin: provinceOf(sourceCanton) }
}
/** The same of an application: of its new values, else of what stands. */
export function regionsOf(row: Student, items: readonly Item[]): { idRegion: string | null; sourceCanton: string | null } {
  const after = { ...row, ...patchOf(items) }
  return { idRegion: after.idType === '1' ? after.idNo.slice(0, 6) : null, sourceCanton: after.sourceCanton }
}
