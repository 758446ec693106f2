import type { Phrase, Wording } from '#model'
import { educationLevel } from '#model/national.ts'
import { addMonths } from '#modules/campus/model/days.ts'
import { STUDENT_STATUS, type StudentStatus } from '#modules/student/model/status.ts'
import type { Violation } from '#modules/workflow/applications/model/application.ts'
import { EXTENSION, PLACEMENTS, RESUMPTION, SUSPENSION, TRANSFER_OUT, WITHDRAWAL, WITHDRAWAL_DECIDED } from '../model/change-type.ts'
import { ENTREPRENEURSHIP } from '../model/dictionaries.ts'
import { lastDayOf, monthsOf, yearsBetween } from '../model/rules.ts'
import { statusChange } from '../model/status-change.ts'
import type { ChangeContext } from './known.ts'
import { type ChangeInput, classesFor, targetOf } from './target.ts'
import type { ChangeType } from './types.ts'

/** One value that a rule looks at; not met, it speaks against the change. */
export interface Check {
  label: string
  value: Wording
  isMet: boolean
  against: Violation
}
export interface How {
  isStaff: boolean
  /** A transfer of major in a batch, which asks for its places itself. */
  isTransfer?: boolean
}
const DIRECTED = '07'
const YEAR = 12

/** The values of the rules of a type; without a form as they stand before anything is filled in. */
export const checksOf = (type: ChangeType, known: ChangeContext, asked: Partial<ChangeInput>, how: How): Check[] => [
  ...(type.code === SUSPENSION ? suspensionChecks(known, asked) : []),
  ...yearChecks(type, known, asked),
  ...(type.code === RESUMPTION ? periodChecks(known, how) : []),
  ...(type.code === TRANSFER_OUT ? timeChecks(known, asked) : []),
  ...(type.asksSchool ? schoolChecks(type, known, asked) : []),
]
function suspensionChecks({ settings, suspended }: ChangeContext, { effectiveDate, until, reasonCode }: Partial<ChangeInput>): Check[] {
  const months = effectiveDate && until ? monthsOf(effectiveDate, until) : 0
  const isLonger = reasonCode === ENTREPRENEURSHIP
  const once = isLonger ? settings['suspend.entrepreneurMax'] : settings['suspend.maxOnce']
  const total = isLonger ? settings['suspend.entrepreneurMax'] : settings['suspend.maxTotal']
  return [
    {
      label: '累计休学',
      value: { text: '已用 {used} 个月，共 {limit} 个月', values: { used: suspended, limit: total } },
      isMet: suspended + months <= total && suspended < total,
      against: { key: 'maxTotal', values: { limit: total, used: suspended, months }, field: 'until' },
    },
    {
      label: '一次休学',
      value: months ? { text: '{months} 个月，最多 {limit} 个月', values: { months, limit: once } } : { text: '最多 {limit} 个月', values: { limit: once } },
      isMet: months <= once,
      against: { key: 'maxOnce', values: { limit: once, months }, field: 'until' },
    },
  ]
}
/** Years of study to the new end, where the change moves it. */
function yearChecks(type: ChangeType, known: ChangeContext, asked: Partial<ChangeInput>): Check[] {
  const { student, maxYears, served } = known
  if ((type.code !== EXTENSION && type.placement !== 'sameMajor') || !student.enrolDate) return []
  const { expectedGraduation: end } = targetOf(type, student, asked, known.classes.get(asked.toClassId ?? ''))
  const last = lastDayOf(student.enrolDate, maxYears, served)
  if (!end) return []
  const years = yearsBetween(student.enrolDate, end)
  return [
    {
      label: '学习年限',
      value: { text: '到 {until} 共 {years} 年，最长 {limit} 年', values: { until: end, years, limit: maxYears + served / YEAR } },
      isMet: end <= last,
      against: { key: 'maxYears', values: { until: end, years, limit: maxYears + served / YEAR, last }, field: type.code === EXTENSION ? 'until' : 'toClassId' },
    },
  ]
}
function periodChecks({ student, today }: ChangeContext, { isStaff }: How): Check[] {
  const until = student.statusUntil
  if (!until) return []
  return [{ label: '期满', value: until, isMet: isStaff || until >= today, against: { key: 'periodOver', values: { until } } }]
}
/** Order 41, Article 22. */
function timeChecks({ student, firstTermEnds, today }: ChangeContext, { effectiveDate }: Partial<ChangeInput>): Check[] {
  const on = effectiveDate ?? today
  const end = student.expectedGraduation
  return [
    { label: '入学满一学期', value: firstTermEnds || '—', isMet: on > firstTermEnds, against: { key: 'firstTerm', values: { from: firstTermEnds } } },
    { label: '不在毕业前一年', value: end ?? '—', isMet: !end || on < addMonths(end, -YEAR), against: { key: 'finalYear', values: { name: student.name, end } } },
  ]
}
/** The same Article, whichever way: not below the line of the school that takes in, not to a higher level, not bound by contract. */
function schoolChecks({ code }: ChangeType, { student }: ChangeContext, { admissionScore: score, lineScore: line, otherLevel }: Partial<ChangeInput>): Check[] {
  const [from, to] = code === TRANSFER_OUT ? [student.level, otherLevel] : [otherLevel, student.level]
  const isScored = typeof score === 'number' && typeof line === 'number'
  return [
    { label: '不是定向就业', value: yesNo(student.enrolMode !== DIRECTED), isMet: student.enrolMode !== DIRECTED, against: { key: 'directed' } },
    ...(isScored
      ? [
          {
            label: '录取分数',
            value: { text: '{score} 分，须不低于 {line} 分', values: { score, line } },
            isMet: score >= line,
            against: { key: 'belowLine', values: { score, line }, field: 'admissionScore' },
          },
        ]
      : []),
    ...(from && to
      ? [
          {
            label: '培养层次',
            value: { text: '{from}转入{to}', values: levels(from, to) },
            isMet: to >= from,
            against: { key: 'higherLevel', values: levels(from, to), field: 'otherLevel' },
          },
        ]
      : []),
  ]
}
/** Codes of levels descend from the doctorate. */
const levels = (from: string, to: string) => ({ from: { text: LEVELS[from] ?? from }, to: { text: LEVELS[to] ?? to } })
const LEVELS: Readonly<Record<string, string>> = Object.fromEntries(educationLevel.items.map(({ key, value }) => [key, value]))
const yesNo = (is: boolean): Phrase => ({ text: is ? '符合' : '不符合' })

/** Everything that speaks against a change of this type. */
export function violationsOf(type: ChangeType, known: ChangeContext, asked: ChangeInput, how: How): Violation[] {
  return [
    ...typeViolations(type, known, how),
    ...dateViolations(type, known, asked, how),
    ...paperViolations(type, asked),
    ...(how.isTransfer ? [] : classViolations(type, known, asked)),
    ...checksOf(type, known, asked, how)
      .filter(c => !c.isMet)
      .map(c => c.against),
  ]
}
export function typeViolations({ name, code, isEnabled, beginner, fromStatuses }: ChangeType, { student }: ChangeContext, { isStaff, isTransfer }: How): Violation[] {
  const status = student.status as StudentStatus
  return [
    ...(isEnabled ? [] : [{ key: 'typeOff', values: { name }, field: 'typeId' }]),
    ...(beginner === 'module' && !isTransfer ? [{ key: 'notOffered', values: { name }, field: 'typeId' }] : []),
    ...(!isStaff && beginner !== 'student' && beginner !== 'module' ? [{ key: 'notYours', values: { name }, field: 'typeId' }] : []),
    ...((fromStatuses ?? []).includes(status) ? [] : [{ key: 'fromStatus', values: { name: student.name, status: STUDENT_STATUS[status], type: name, code }, field: 'typeId' }]),
  ]
}
function dateViolations(type: ChangeType, { today, since, settings }: ChangeContext, { effectiveDate: on, until }: ChangeInput, { isStaff }: How): Violation[] {
  const last = addMonths(today, settings['status.aheadMonths'])
  return [
    ...(since && on < since ? [{ key: 'beforeLast', values: { on, since }, field: 'effectiveDate' }] : []),
    ...(!isStaff && on < today ? [{ key: 'past', values: { on }, field: 'effectiveDate' }] : []),
    ...(on > last ? [{ key: 'tooFar', values: { on, last }, field: 'effectiveDate' }] : []),
    ...(type.asksUntil && !until ? [{ key: 'untilMissing', values: { name: type.name }, field: 'until' }] : []),
    ...(until && until <= on ? [{ key: 'order', values: { until, on }, field: 'until' }] : []),
  ]
}
function paperViolations({ name, code, beginner, asksProof, asksSchool }: ChangeType, { proofs, docNo, ground, ...asked }: ChangeInput): Violation[] {
  const lacksProof = asksProof && !proofs?.length
  return [
    ...(lacksProof && code === WITHDRAWAL ? [{ key: 'guardian', field: 'proofs' }] : []),
    ...(lacksProof && code !== WITHDRAWAL ? [{ key: 'proof', values: { name }, field: 'proofs' }] : []),
    ...(asksSchool ? schoolViolations(name, asked) : []),
    ...(beginner === 'document' && !docNo ? [{ key: 'docMissing', values: { name }, field: 'docNo' }] : []),
    ...(code === WITHDRAWAL_DECIDED && !ground ? [{ key: 'groundMissing', field: 'ground' }] : []),
  ]
}
const SCORES = ['admissionScore', 'lineScore', 'otherLevel'] as const
const schoolViolations = (name: string, asked: Partial<ChangeInput>): Violation[] => [
  ...(asked.otherSchool ? [] : [{ key: 'schoolMissing', values: { name }, field: 'otherSchool' }]),
  ...SCORES.flatMap(field =>
    asked[field] === null || asked[field] === undefined ? [{ key: 'scoreMissing', values: { label: { text: statusChange.fields[field].label } }, field }] : [],
  ),
  ...(asked.reasonText?.trim() ? [] : [{ key: 'reasonMissing', field: 'reasonText' }]),
]
function classViolations(type: ChangeType, known: ChangeContext, { toClassId }: ChangeInput): Violation[] {
  if (type.placement === 'none') return []
  const field = 'toClassId'
  if (!toClassId) return [{ key: 'classMissing', field }]
  const className = known.classes.get(toClassId)?.name ?? '—'
  if (toClassId === known.student.classId && type.code !== RESUMPTION) return [{ key: 'classSame', values: { className }, field }]
  if (classesFor(type, known).some(c => c.id === toClassId)) return []
  return [{ key: 'classNot', values: { className, type: type.name, placement: { text: PLACEMENTS[type.placement] } }, field }]
}
