import { CONDITION_TEXTS, checkCondition, type Fact, type Facts, factsIn, type Say } from '#flow/index.ts'
import { fill, Refusal } from '#model'
import { type Ctx, type Db, handle, type Lang } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { studentFactList } from '../model/conditions.ts'
import { type Explained, explain, type NamedCondition, type Unmet, valueText } from '../model/explain.ts'
import { factIn } from './facts.ts'
import { factsOfStudents, knownFacts, oneStudent } from './student-facts.ts'

/** Sentences in the reader's language. */
export const sayIn =
  (lang: Lang): Say =>
  (text, values) =>
    fill(translate(lang, text), values ?? {})
interface Reader {
  known: readonly Fact[]
  /** Facts whose values the reader may be told. */
  readable: ReadonlySet<string>
  say: Say
}
/** A failed comparison with the value, or that there is none: a new student has no rank. */
export function unmetText(unmet: Unmet, { known, readable, say }: Reader): string {
  const { says, fact, value } = unmet
  if (!readable.has(fact) || (typeof value === 'boolean' && !('now' in unmet))) return says
  const text = valueText(unmet, known, say)
  if ('now' in unmet) {
    const none = say('没有数据')
    return say('{says}（发布时为 {value}，现为 {now}）', { says, value: text ?? none, now: valueText({ fact, value: unmet.now }, known, say) ?? none })
  }
  return text === undefined ? say('{says}（没有这项数据）', { says }) : say('{says}（现为 {value}）', { says, value: text })
}
/** Refuses conditions that do not fit the facts the caller may use. */
export async function checkConditions({ db, me }: Pick<Ctx, 'db' | 'me'>, conditions: readonly NamedCondition[]): Promise<void> {
  const known = await knownFacts(db, me)
  const issues = conditions.flatMap(({ when }) =>
    checkCondition(when, known).map(({ rule, values }) => ({ rule: `workflow.condition.${rule}`, text: CONDITION_TEXTS[rule], values })),
  )
  if (issues.length) throw new Refusal(422, issues)
}
export const factNames = (conditions: readonly NamedCondition[]): string[] => conditions.flatMap(({ when }) => factsIn(when))

interface Words {
  known: readonly Fact[]
  say: Say
}
/** Evaluates conditions for one student; `frozen`: what is kept of them as of the publication. */
export async function explainStudent(db: Db, studentId: string | null, conditions: readonly NamedCondition[], { known, say }: Words, frozen?: Facts): Promise<Explained[]> {
  const facts: Facts = studentId ? (await factsOfStudents(db, oneStudent(studentId), factNames(conditions)))(studentId) : {}
  return explain(conditions, { facts, frozen }, known, say)
}
export default handle(studentFactList, async ({ db, me, lang }) => (await knownFacts(db, me)).map(fact => factIn(lang, fact)))
