import type { Order, SeqScope } from './number-rule.ts'
import { type Codes, mostOf, needsClass, numberOf, prefixOf, type Segment } from './segments.ts'

/** A student who waits for a number. */
export interface Candidate extends Codes {
  id: string
  name: string
  namePinyin: string | null
  ksh: string | null
  genderCode: string
  classId: string | null
  className: string | null
  majorId: string
  majorName: string
  departmentId: string
  departmentName: string
}
export interface Rule {
  segments: readonly Segment[]
  seqScope: SeqScope
  order: readonly Order[]
}
export interface AssignedNumber {
  student: Candidate
  studentNo: string
  scopeKey: string
  seq: number
}
interface ScopeUse {
  label: string
  count: number
  first: number
  last: number
  most: number
  fits: boolean
}
export interface Assignment {
  given: AssignedNumber[]
  scopes: ScopeUse[]
  collisions: Array<{ studentNo: string; first: string; second: string }>
  skipped: number
}
const IDS: Readonly<Record<SeqScope, (c: Candidate) => string>> = { class: c => c.classId ?? '', major: c => c.majorId, dept: c => c.departmentId, school: () => '' }
const LABELS: Readonly<Record<SeqScope, (c: Candidate) => string>> = {
  class: c => c.className ?? '—',
  major: c => c.majorName,
  dept: c => c.departmentName,
  school: c => String(c.grade),
}
/** The sequence a student counts in. It does not depend on the rule, so that two rules go on with the same sequence. */
export const scopeKeyOf = (scope: SeqScope, c: Candidate): string => `${c.grade}:${scope}:${IDS[scope](c)}`
/** Students who cannot have a number yet. */
export const isReady = ({ segments, seqScope }: Rule, c: Candidate): boolean => c.classId !== null || !(needsClass(segments) || seqScope === 'class')
const VALUES: Readonly<Record<Order, (c: Candidate) => string>> = {
  class: c => c.classNo ?? '',
  pinyin: c => c.namePinyin ?? c.name,
  ksh: c => c.ksh ?? '',
  gender: c => c.genderCode,
}
const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const compare =
  (order: readonly Order[]) =>
  (a: Candidate, b: Candidate): number => {
    for (const name of order) {
      const by = byText(VALUES[name](a), VALUES[name](b))
      if (by) return by
    }
    return byText(a.ksh ?? '', b.ksh ?? '') || byText(a.id, b.id)
  }
/** What stands before the sequence number of each of them. */
export const prefixesOf = ({ segments }: Rule, candidates: readonly Candidate[]): string[] => [...new Set(candidates.map(c => prefixOf(segments, c)))]

/** 30-SN4: each sequence goes on behind its last number, passing over numbers that anybody ever had. */
export function assign(rule: Rule, candidates: readonly Candidate[], last: ReadonlyMap<string, number>, used: ReadonlySet<string>): Assignment {
  const result: Assignment = { given: [], scopes: [], collisions: [], skipped: 0 }
  const most = mostOf(rule.segments)
  const holders = new Map<string, string>()
  const scopes = Map.groupBy(candidates.toSorted(compare(rule.order)), c => scopeKeyOf(rule.seqScope, c))
  for (const [scopeKey, students] of [...scopes].sort(([a], [b]) => byText(a, b))) {
    let seq = last.get(scopeKey) ?? 0
    const from = result.given.length
    for (const student of students) {
      let studentNo = numberOf(rule.segments, student, ++seq)
      for (; seq <= most && used.has(studentNo); result.skipped++) studentNo = numberOf(rule.segments, student, ++seq)
      const holder = holders.get(studentNo)
      if (holder) result.collisions.push({ studentNo, first: holder, second: student.name })
      else holders.set(studentNo, student.name)
      result.given.push({ student, studentNo, scopeKey, seq })
    }
    const [head] = students
    if (head) result.scopes.push({ label: LABELS[rule.seqScope](head), count: students.length, first: result.given[from]?.seq ?? 0, last: seq, most, fits: seq <= most })
  }
  return result
}
