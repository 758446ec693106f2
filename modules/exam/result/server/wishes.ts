import { type Line, linesOf } from './lines-of.ts'
import { type Counting, type SubjectScore, totalOf } from './total.ts'

export interface AdmissionParams {
  /** By score; by choice before score; by score less a step for each later choice. */
  method: 'score' | 'choice' | 'step'
  /** Points off the total for each choice before it. */
  step: number
  /** Categories that unused places of others in a plan go to, in their order; none where they stay empty. */
  spillOrder: readonly string[]
  adjust: boolean
}
export interface PlanIn {
  id: string
  code: string
  subjects: readonly string[]
  quotas: ReadonlyArray<{ category: string; places: number }>
}
export interface PersonIn {
  id: string
  ksh: string
  category: string
  choices: readonly string[]
  obeysAdjust: boolean
  /** As it was granted. */
  exempt: 'none' | 'culture' | 'all'
  scores: ReadonlyMap<string, SubjectScore>
  /** Where admissions has put somebody among equals; the smaller the better. */
  precedence: number | null
}
export interface AdmissionData {
  plans: readonly PlanIn[]
  people: readonly PersonIn[]
  formula: ReadonlyMap<string, Counting>
  lines: readonly Line[]
  params: AdmissionParams
}
export type Verdict = 'admitted' | 'full' | 'below' | 'noScore' | 'closed' | 'later'
/** What somebody is worth to a plan: the larger goes first, number by number. */
export type Key = readonly number[]
export interface Wish {
  planId: string
  /** 1 is the first choice; 0 is none of them. */
  choiceNo: number
  total: number | null
  /** Marks compared where totals are equal. */
  ties: readonly number[]
  key: Key
  /** Why it cannot be had at all. */
  barred: Extract<Verdict, 'below' | 'noScore' | 'closed'> | null
  /** The line that was missed, where one was. */
  missed: MissedLine | null
}
export interface MissedLine {
  /** Null for the total. */
  subject: string | null
  min: number
  own: number
}
/** The larger key goes first: negative where `a` does. */
export function byKey(a: Key, b: Key): number {
  for (let n = 0; n < a.length; n++) {
    const left = (b[n] ?? 0) - (a[n] ?? 0)
    if (left) return left
  }
  return 0
}
const EXEMPT = { none: 0, culture: 1, all: 2 } as const
const LAST = -1
const HUNDREDTHS = 100
export interface Worth {
  of(person: PersonIn, plan: PlanIn, choiceNo: number): Wish
}
/** 30-ES3, 30-ES4: exempt ones first, then total, then the subjects of the tie-break in their order, then what admissions has decided. */
export function worth({ formula, lines, params }: Pick<AdmissionData, 'formula' | 'lines' | 'params'>): Worth {
  const tieSubjects = [...formula].filter(([, f]) => f.tieOrder !== null).sort((a, b) => (a[1].tieOrder ?? 0) - (b[1].tieOrder ?? 0))
  const known = new Map<string, ReturnType<typeof linesOf>>()
  const linesFor = (category: string, planId: string) => {
    const key = `${category} ${planId}`
    const found = known.get(key) ?? linesOf(lines, category, planId)
    known.set(key, found)
    return found
  }
  const step = params.method === 'step' ? Math.round(params.step * HUNDREDTHS) : 0
  // whole hundredths: what is equal on paper is equal here, whatever was taken off
  const scoreOf = (total: number | null, choiceNo: number): number => Math.round((total ?? LAST) * HUNDREDTHS) - step * Math.max(0, choiceNo - 1)
  return {
    of(person, plan, choiceNo) {
      const total = totalOf(plan.subjects, person.scores, formula)
      const ties = tieSubjects.flatMap(([subject]) => (plan.subjects.includes(subject) ? [person.scores.get(subject)?.value ?? LAST] : []))
      const key = [
        EXEMPT[person.exempt],
        params.method === 'choice' ? -choiceNo : 0,
        scoreOf(total, choiceNo),
        ...ties,
        person.precedence === null ? Number.NEGATIVE_INFINITY : -person.precedence,
      ]
      return { planId: plan.id, choiceNo, total, ties, key: key.map(finite), ...barred(person, plan, total) }
    },
  }
  function barred(person: PersonIn, plan: PlanIn, total: number | null): Pick<Wish, 'barred' | 'missed'> {
    if (!plan.quotas.some(q => q.category === person.category)) return { barred: 'closed', missed: null }
    if (person.exempt === 'all') return { barred: null, missed: null }
    if (total === null) return { barred: 'noScore', missed: null }
    const missed = missedLine(person, plan, total)
    return { barred: missed && 'below', missed }
  }
  function missedLine(person: PersonIn, plan: PlanIn, total: number): MissedLine | null {
    const least = linesFor(person.category, plan.id)
    // whoever is exempt from a part of the tests has no total to be measured by
    if (person.exempt === 'none' && least.total !== null && total < least.total) return { subject: null, min: least.total, own: total }
    for (const subject of plan.subjects) {
      const [score, min] = [person.scores.get(subject), least.subjects.get(subject)]
      const own = score?.flag === 'normal' ? score.value : null
      if (own !== null && min !== undefined && own < min) return { subject, min, own }
    }
    return null
  }
}
/** Two infinities have no difference. */
const finite = (n: number): number => Math.max(n, Number.MIN_SAFE_INTEGER)
