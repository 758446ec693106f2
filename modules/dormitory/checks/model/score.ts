import { type CheckArea, type CheckItem, FULL, GRADE_LIMITS, type Grade, type GradeLimits } from './items.ts'

/** One deduction: a count of one step of an item, for the room or an occupant. A veto item has no step. */
export interface Mark {
  item: string
  step: string | null
  studentId: string | null
  times: number
}
/** One checker's submission for a room. */
export interface Sheet {
  by: string
  at: string
  marks: readonly Mark[]
  photos: readonly string[]
  note: string | null
  noOneIn: boolean
  refused: boolean
}
export interface Occupant {
  studentId: string
  bedNo: number
  /** 20-DI1: excused that night, left out of the mean. */
  isExcused: boolean
}
export interface ItemScore {
  code: string
  name: string
  full: number
  score: number
  deductions: ReadonlyArray<{ step: string; points: number }>
}
export interface PersonalScore {
  studentId: string
  bedNo: number
  isExcused: boolean
  score: number | null
  items: readonly ItemScore[]
  vetoes: readonly string[]
}
/** Composition of a score as shown to the room. */
export interface Scored {
  items: readonly ItemScore[]
  people: readonly PersonalScore[]
  vetoes: readonly string[]
}
export interface Result extends Scored {
  publicScore: number
  /** Mean of the counted occupants; null if none. */
  personalScore: number | null
  roomScore: number
  grade: Grade
}
export const tenth = (n: number): number => Math.round((n + Number.EPSILON) * 10) / 10
export const keyOf = ({ item, step, studentId }: Omit<Mark, 'times'>): string => [item, step ?? '', studentId ?? ''].join('|')

/** Latest sheet of each checker: a correction replaces one's own. Independent of arrival order. */
export function mergeSheets(sheets: readonly Sheet[]): Sheet[] {
  const newest = new Map<string, Sheet>()
  for (const sheet of sheets) {
    const had = newest.get(sheet.by)
    if (!had || compare(sheet, had) > 0) newest.set(sheet.by, sheet)
  }
  return [...newest.values()].sort((a, b) => compare(a, b))
}
const compare = (a: Sheet, b: Sheet): number => a.at.localeCompare(b.at) || a.by.localeCompare(b.by) || JSON.stringify(a).localeCompare(JSON.stringify(b))

/** Union of all sheets: a deduction made by two checkers counts once. */
export function marksOf(sheets: readonly Sheet[], dropped: readonly string[] = []): Mark[] {
  const found = new Map<string, Mark>()
  for (const mark of sheets.flatMap(s => s.marks)) {
    const key = keyOf(mark)
    const had = found.get(key)
    if (!dropped.includes(key) && (!had || had.times < mark.times)) found.set(key, mark)
  }
  return [...found.values()].sort((a, b) => keyOf(a).localeCompare(keyOf(b)))
}
export interface SheetStatus {
  noOneIn: boolean
  refused: boolean
  isValid: boolean
}
/** If anybody was let in the score stands. If two were refused it is 0. Otherwise there is no score. */
export function standingOf(sheets: readonly Sheet[]): SheetStatus {
  const refusals = sheets.filter(s => s.refused).length
  const isScored = sheets.some(s => !s.refused && !s.noOneIn)
  if (isScored) return { noOneIn: false, refused: false, isValid: true }
  return { noOneIn: !refusals, refused: refusals > 0, isValid: refusals > 1 }
}
const areaOf = (items: readonly CheckItem[], area: CheckArea): CheckItem[] => items.filter(i => i.area === area && !i.veto)
const fullOf = (items: readonly CheckItem[], area: CheckArea): number => areaOf(items, area).reduce((sum, i) => sum + i.full, 0)
function itemScore(item: CheckItem, marks: readonly Mark[]): ItemScore {
  const deductions = marks.flatMap(m => {
    const step = m.item === item.code ? item.steps.find(s => s.name === m.step) : undefined
    return step ? [{ step: step.name, points: step.points * m.times }] : []
  })
  const lost = deductions.reduce((sum, d) => sum + d.points, 0)
  return { code: item.code, name: item.name, full: item.full, score: Math.max(0, tenth(item.full - lost)), deductions }
}
const sumOf = (scores: readonly ItemScore[]): number => scores.reduce((sum, s) => sum + s.score, 0)

/** 20-DI1 and DI2: the room's points plus the mean of its residents. */
export function scoreRoom(items: readonly CheckItem[], occupants: readonly Occupant[], marks: readonly Mark[], cap: number, limits: GradeLimits = GRADE_LIMITS): Result {
  const own = new Set(occupants.map(o => o.studentId))
  const vetoed = (studentId: string | null): string[] => [
    ...new Set(items.filter(i => i.veto && marks.some(m => m.item === i.code && m.times > 0 && (own.has(m.studentId ?? '') ? m.studentId : null) === studentId)).map(i => i.name)),
  ]
  const common = areaOf(items, 'public').map(i =>
    itemScore(
      i,
      marks.filter(m => m.studentId === null),
    ),
  )
  const [publicFull, personalFull] = [fullOf(items, 'public'), fullOf(items, 'personal')]
  const people = occupants.map(o => personOf(o, areaOf(items, 'personal'), marks, vetoed(o.studentId), (cap * personalFull) / FULL))
  const counted = people.flatMap(p => (p.score === null ? [] : [p.score]))
  const publicScore = sumOf(common)
  const personalScore = counted.length ? counted.reduce((a, b) => a + b, 0) / counted.length : null
  const vetoes = vetoed(null)
  const whole = personalFull && personalScore !== null ? publicScore + personalScore : publicFull ? (publicScore * FULL) / publicFull : FULL
  const roomScore = tenth(vetoes.length ? Math.min(cap, whole) : whole)
  return {
    items: common,
    people,
    vetoes,
    publicScore: tenth(publicScore),
    personalScore: personalFull && personalScore !== null ? tenth(personalScore) : null,
    roomScore,
    grade: gradeOf(roomScore, limits),
  }
}
function personOf({ studentId, bedNo, isExcused }: Occupant, items: readonly CheckItem[], marks: readonly Mark[], vetoes: readonly string[], share: number): PersonalScore {
  const scores = items.map(i =>
    itemScore(
      i,
      marks.filter(m => m.studentId === studentId),
    ),
  )
  const sum = sumOf(scores)
  return {
    studentId,
    bedNo,
    isExcused,
    score: isExcused ? null : tenth(vetoes.length ? Math.min(share, sum) : sum),
    items: isExcused ? [] : scores,
    vetoes: isExcused ? [] : vetoes,
  }
}
/** Scores derived from all sheets of a record: 0 after two refusals; none if nobody was let in. */
export interface Outcome extends SheetStatus {
  itemScores: Scored | null
  publicScore: number | null
  personalScore: number | null
  roomScore: number | null
  grade: Grade | null
  vetoItems: string[]
}
export interface Rules {
  cap: number
  limits?: GradeLimits
  dropped?: readonly string[]
}
export function outcomeOf(items: readonly CheckItem[], occupants: readonly Occupant[], sheets: readonly Sheet[], { cap, limits = GRADE_LIMITS, dropped = [] }: Rules): Outcome {
  const standing = standingOf(sheets)
  if (!standing.isValid) return { ...standing, itemScores: null, publicScore: null, personalScore: null, roomScore: null, grade: null, vetoItems: [] }
  if (standing.refused) return { ...standing, itemScores: null, publicScore: 0, personalScore: 0, roomScore: 0, grade: gradeOf(0, limits), vetoItems: [] }
  const result = scoreRoom(items, occupants, marksOf(sheets, dropped), cap, limits)
  const { items: common, people, vetoes, publicScore, personalScore, roomScore, grade } = result
  const vetoItems = [...new Set([...vetoes, ...people.flatMap(p => p.vetoes)])]
  return { ...standing, itemScores: { items: common, people, vetoes }, publicScore, personalScore, roomScore, grade, vetoItems }
}
export function gradeOf(score: number, limits: GradeLimits = GRADE_LIMITS): Grade {
  if (score >= limits.excellent) return 'excellent'
  if (score >= limits.good) return 'good'
  if (score >= limits.fair) return 'fair'
  return score >= limits.pass ? 'pass' : 'fail'
}
