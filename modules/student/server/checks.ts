import type { Issue } from '#model'
import { BINDING_FIELDS, LOCKED_FIELDS } from '../model/fields.ts'
import { idFaultOf } from '../model/identity.ts'
import { isBeforeEnrolment, STUDENT_STATUS, type StudentStatus } from '../model/status.ts'
import { student } from '../model/student.ts'
import { studentIssue } from './place.ts'

type Values = Readonly<Record<string, unknown>>
const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === ''
const labelOf = (field: string): string => (student.fields as Readonly<Record<string, { label: string }>>)[field]?.label ?? field
const CANTONS = ['nativeCanton', 'sourceCanton', 'homeCanton'] as const
const FAULTS = { length: 'idNoLength', birthDate: 'idNoBirthDate', checkDigit: 'idNoCheckDigit' } as const

/** Validation of single values, regardless of writer and status. */
export function valueFaults(row: Values, cantons: { has(code: string): boolean }, today: string): Issue[] {
  const issues: Issue[] = []
  const text = (name: string): string | null => (typeof row[name] === 'string' ? (row[name] as string) : null)
  const idNo = text('idNo')
  const fault = idFaultOf({ idType: text('idType'), idNo })
  if (fault && idNo) issues.push(studentIssue(FAULTS[fault], { length: idNo.length, birthDate: idNo.slice(6, 14), idNo }, 'idNo'))
  const birthDate = text('birthDate')
  if (birthDate && birthDate > today) issues.push(studentIssue('birthDateFuture', { birthDate }, 'birthDate'))
  const [enrolDate, expectedGraduation] = [text('enrolDate'), text('expectedGraduation')]
  if (enrolDate && expectedGraduation && expectedGraduation <= enrolDate) issues.push(studentIssue('datesReversed', { enrolDate, expectedGraduation }, 'expectedGraduation'))
  for (const name of CANTONS) {
    const code = text(name)
    if (code && !cantons.has(code)) issues.push(studentIssue('cantonUnknown', { label: labelOf(name), code }, name))
  }
  return issues
}
/** Fields the status requires but the record lacks. */
export function bindingFaults(row: Values, status: StudentStatus): Issue[] {
  if (isBeforeEnrolment(status)) return []
  return BINDING_FIELDS.filter(name => isEmpty(row[name])).map(name => studentIssue('binds', { status: STUDENT_STATUS[status], label: labelOf(name) }, name))
}
export const missingBindings = (row: Values): string[] => BINDING_FIELDS.filter(name => isEmpty(row[name])).map(labelOf)

/** Locked fields a patch would change after enrolment. Filling an empty field is allowed. */
export function lockedFaults(before: Values, patch: Values, show: (field: string, value: unknown) => unknown): Issue[] {
  if (isBeforeEnrolment(String(before.status))) return []
  return LOCKED_FIELDS.filter(name => name in patch && !isEmpty(before[name]) && patch[name] !== before[name]).map(name =>
    studentIssue('locked', { label: labelOf(name), value: show(name, before[name]), wanted: show(name, patch[name]) }, name),
  )
}
