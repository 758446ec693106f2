import type { Row } from '#model'
import { addMonths } from '#modules/campus/model/days.ts'
import { student } from '#modules/student/model/student.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { certCatalog, levelNames } from '../model/cert-catalog.ts'
import { exampleOf, fitsPattern, tidyName, tidyNo } from '../model/cert-no.ts'
import { type StudentCert, studentCert } from '../model/student-cert.ts'

export interface CertificateInput {
  catalogId: string
  level?: string | null | undefined
  certNo: string
  holderName: string
  issuedOn: string
  expiresOn?: string | null | undefined
}
interface Violation {
  key: string
  values?: Record<string, unknown>
  field?: string
}
export interface Checked {
  violations: Violation[]
  person: Row<typeof student>
  expiresOn: string | null
}
/** States in which a certificate keeps its number: it may be a real one. */
const LIVE = { state: ['pending', 'returned', 'approved'], verifyState: ['unverified', 'verified'] } as const
/** The certificate that has this number now. */
export async function holderOf(db: Db, { catalogId, certNo }: Pick<CertificateInput, 'catalogId' | 'certNo'>, except: string | null = null): Promise<StudentCert | undefined> {
  const rows = await db.unscoped(studentCert).all({ catalogId, certNo: tidyNo(certNo), state: [...LIVE.state], verifyState: [...LIVE.verifyState] }) // numbers of the whole school are compared
  return rows.find(r => r.id !== except)
}
const namesOf = ({ name, formerName }: Row<typeof student>): string[] => [name, ...(formerName ?? '').split(/[,，、;；/]/)].map(tidyName).filter(Boolean)
/** 50 §6: what speaks against a form, with the values; the student’s names, the entry’s levels and format, the dates. */
export async function check(db: Db, studentId: string, given: CertificateInput): Promise<Checked> {
  const person = await db.unscoped(student).one(studentId) // the student's own
  const entry = (await db.cached(certCatalog)).get(given.catalogId)
  if (!entry?.isEnabled) return { violations: [{ key: 'disabled', values: { name: entry?.name ?? '—' }, field: 'catalogId' }], person, expiresOn: null }
  const { level, certNo, holderName, issuedOn } = given
  const [levels, pattern] = [levelNames(entry), entry.noPattern ?? '']
  const expiresOn = given.expiresOn ?? (entry.validMonths ? addMonths(issuedOn, entry.validMonths) : null)
  const named = { name: entry.name, level, levels: levels.join('、') || '—' }
  return {
    person,
    expiresOn,
    violations: [
      ...(levels.length && !level ? [{ key: 'levelNeeded', values: named, field: 'level' }] : []),
      ...(level && !levels.includes(level) ? [{ key: 'level', values: named, field: 'level' }] : []),
      ...(fitsPattern(pattern, tidyNo(certNo)) ? [] : [{ key: 'pattern', values: { name: entry.name, certNo, example: exampleOf(pattern) }, field: 'certNo' }]),
      ...(namesOf(person).includes(tidyName(holderName)) ? [] : [{ key: 'holder', values: { holderName, name: person.name }, field: 'holderName' }]),
      ...(issuedOn > today() ? [{ key: 'future', values: { issuedOn }, field: 'issuedOn' }] : []),
      ...(expiresOn && expiresOn <= issuedOn ? [{ key: 'order', values: { issuedOn, expiresOn }, field: 'expiresOn' }] : []),
      ...(expiresOn && expiresOn > issuedOn && expiresOn < today() ? [{ key: 'expired', values: { expiresOn }, field: 'expiresOn' }] : []),
    ],
  }
}
/** 50-SK1: a number is one certificate’s. */
export async function numberFaults(db: Db, studentId: string, given: CertificateInput, except: string | null): Promise<Violation[]> {
  const holder = await holderOf(db, given, except)
  if (!holder) return []
  return [{ key: holder.studentId === studentId ? 'twice' : 'held', values: { certNo: given.certNo }, field: 'certNo' }]
}
