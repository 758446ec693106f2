import type { Content } from './content.ts'
import { type Correction, type Corrections, correctedContent } from './correction.ts'
import type { Form, Item } from './draw.ts'
import { type Given, type MarkingRules, markOf, tenths } from './marking.ts'
import { isByHand } from './question.ts'

/** An answer, with what it has earned so far; `markedBy` where a person marked it. */
interface Marked {
  no: number
  answer: Given
  score: number | null
  markedBy: string | null
}
/** What a question of an attempt earns; null where people still have to mark it. */
function scoreOf(item: Item, content: Content | undefined, one: Marked | undefined, fix: Correction | undefined, rules: MarkingRules): number | null {
  if (fix?.way === 'full') return item.m
  if (fix?.way === 'drop' || !one) return 0
  if (one.markedBy || !content) return one.score
  return markOf(correctedContent(content, fix), item, one.answer, rules)
}
/** Scores of an attempt by question, and its sums: what the machine gave, what people gave, and whether people still have to. What a question that no longer counts was worth is
 *  spread over the others, so that the full score stays what it was. */
export function marksOf({ items }: Form, answers: readonly Marked[], contents: ReadonlyMap<string, Content>, rules: MarkingRules, fixes: Corrections = new Map()) {
  const byNo = new Map(answers.map(one => [one.no, one]))
  const sums = { auto: 0, manual: 0, full: 0, dropped: 0 }
  let isByHandToo = false
  const scores = items.map((item, at) => {
    const [content, fix] = [contents.get(item.v), fixes.get(item.q)]
    const score = scoreOf(item, content, byNo.get(at + 1), fix, rules)
    const isHand = content !== undefined && isByHand(content.type)
    isByHandToo ||= isHand
    sums.full += item.m
    if (fix?.way === 'drop') sums.dropped += item.m
    sums[isHand ? 'manual' : 'auto'] += score ?? 0
    return score
  })
  const waits = scores.includes(null)
  const kept = sums.full - sums.dropped
  const total = kept > 0 ? ((sums.auto + sums.manual) * sums.full) / kept : sums.full
  return { scores, auto: tenths(sums.auto), manual: isByHandToo ? tenths(sums.manual) : null, total: waits ? null : tenths(total), waits }
}
