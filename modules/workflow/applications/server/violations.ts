import { type Action, type Entity, Refusal, refusalOf } from '#model'
import type { Lang } from '#server/context.ts'
import { formatIssue } from '#server/i18n/translate.ts'
import type { Violation } from '../model/application.ts'

type Of = Entity | Action
const refusalsOf = (of: Of, violations: readonly Violation[]) => violations.flatMap(v => refusalOf(v.of ?? of, v.key, v.values, v.field).issues)
/** One refusal listing every violated rule; none if nothing is violated. */
export function refuseWith(of: Of, violations: readonly Violation[]): void {
  if (violations.length) throw new Refusal(422, refusalsOf(of, violations))
}
/** Violations as a preview shows them: rule and sentence, in the reader's language. */
export const violationTexts = (lang: Lang, of: Of, violations: readonly Violation[]): Array<{ rule: string; msg: string }> =>
  violations.flatMap(v => refusalsOf(of, [v]).map(issue => ({ rule: v.key, msg: formatIssue(lang, issue) })))
