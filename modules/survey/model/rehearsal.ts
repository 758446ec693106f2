import { percentOf } from '#model/percent.ts'
import { seededRandom } from '#model/random.ts'
import { CHOICES, isOneChoice, isSilent, type Question, scaleOf } from './question.ts'
import { walk } from './walk.ts'

export const WALKS = 500
/** Seconds that people take: for a choice, and for what they write. */
const CHOOSES = 8
const WRITES = 25

/** Some answer to a question. */
export function someAnswer(q: Question, random: () => number): unknown {
  const options = (q.options ?? []).map(o => o.key)
  const one = (): string | undefined => options[Math.floor(random() * options.length)]
  if (isOneChoice(q)) return one()
  if (q.type === 'multi') {
    const chosen = options.filter(() => random() < 0.5)
    return chosen.length ? chosen : [one()]
  }
  const { low, high } = scaleOf(q)
  if (q.type === 'scale' || q.type === 'nps') return low + Math.floor(random() * (high - low + 1))
  if (q.type === 'number') return (q.min ?? 0) + Math.floor(random() * ((q.max ?? 100) - (q.min ?? 0) + 1))
  return isSilent(q) ? undefined : '…'
}
export interface Rehearsal {
  /** Questions that no walk met. */
  unseen: readonly Question[]
  /** Share of the walks that met each question, in percent. */
  met: ReadonlyMap<string, number>
  /** Shortest, usual and longest number of questions, and expected minutes. */
  shortest: number
  longest: number
  minutes: number
}
/** Random walks through the questions: what nobody would see, and how long it takes. */
export function rehearse(questions: readonly Question[], seed = 1, walks = WALKS): Rehearsal {
  const random = seededRandom(seed)
  const counts = new Map<string, number>()
  const lengths: number[] = []
  let seconds = 0
  for (let i = 0; i < walks; i++) {
    const answers = Object.fromEntries(questions.map(q => [q.key, someAnswer(q, random)]))
    const asked = walk(questions, answers).filter(q => !isSilent(q))
    lengths.push(asked.length)
    for (const q of asked) {
      counts.set(q.key, (counts.get(q.key) ?? 0) + 1)
      seconds += q.prefill ? 0 : (CHOICES.has(q.type) || q.type === 'scale' || q.type === 'nps' ? CHOOSES : WRITES) * Math.max(1, q.rows?.length ?? 1)
    }
  }
  return {
    unseen: questions.filter(q => !isSilent(q) && !counts.has(q.key)),
    met: new Map([...counts].map(([key, n]) => [key, percentOf(n, walks) ?? 0])),
    shortest: Math.min(...lengths),
    longest: Math.max(...lengths),
    minutes: Math.max(1, Math.round(seconds / walks / 60)),
  }
}
