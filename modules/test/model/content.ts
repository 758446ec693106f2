import { type ContentProblem, LETTERS, type QuestionType } from './question.ts'

/** What of a question is asked and marked. Options are named by their place. */
export interface Content {
  type: QuestionType
  stem: string
  options: string[]
  /** Of a match: what stands opposite each option. */
  rights: string[]
  /** Places of the right options; of an order, all of them in the right order. */
  picks: number[]
  /** Accepted texts of a blank. */
  accepted: string[]
  tolerance: number | null
  /** What a good answer says, for whoever marks by hand. */
  model: string | null
  explanation: string | null
  topics: string[]
  difficulty: number
  /** Files of the version, in the order of their marks. */
  pictures?: string[]
}
export interface Written {
  type: QuestionType
  stem: string
  options?: string | null
  answer?: string | null
  tolerance?: number | null
  explanation?: string | null
  topics?: readonly string[] | null
  difficulty?: number | null
}
const linesOf = (text: string | null | undefined): string[] =>
  (text ?? '')
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)
const LEAD = /^[A-J][.．、)）]\s*/
const YES: ReadonlySet<string> = new Set(['对', '正确', '√', 'T', 'TRUE', '是'])
const NO: ReadonlySet<string> = new Set(['错', '错误', '×', 'F', 'FALSE', '否'])
/** Right and wrong are the options of a judgement, in this order. */
export const JUDGED = ['对', '错'] as const
const lettersOf = (answer: string): string[] => [...answer.toUpperCase().replace(/[\s,，、.;；]/g, '')]
const MOST_OPTIONS = 10
const letters = (type: QuestionType): boolean => type === 'single' || type === 'multi' || type === 'order'
const base = ({ type, stem, tolerance, explanation, topics, difficulty }: Written): Content => ({
  ...{ type, stem: stem.trim(), options: [], rights: [], picks: [], accepted: [], tolerance: null, model: null },
  ...{ explanation: explanation?.trim() || null, topics: [...(topics ?? [])], difficulty: difficulty ?? 3 },
  ...(type === 'blank' ? { tolerance: tolerance ?? null } : {}),
})
const no = (rule: ContentProblem['rule'], field: ContentProblem['field'], values: Record<string, unknown> = {}): ContentProblem => ({ rule, field, values })

/** A question as it is asked, or what keeps it from being one. */
export function contentOf(of: Written): Content | ContentProblem {
  const content = base(of)
  const answer = (of.answer ?? '').trim()
  if (letters(of.type)) return chosen(content, linesOf(of.options), answer)
  if (of.type === 'match') return matched(content, linesOf(of.options))
  if (of.type === 'group') return content
  if (!answer) return no('answer', 'answer')
  if (of.type === 'judge') {
    const word = answer.toUpperCase()
    if (!YES.has(word) && !NO.has(word)) return no('judged', 'answer', { answer })
    return { ...content, options: [...JUDGED], picks: [YES.has(word) ? 0 : 1] }
  }
  if (of.type !== 'blank') return { ...content, model: answer }
  const accepted = answer
    .split('|')
    .map(text => text.trim())
    .filter(Boolean)
  const wordy = content.tolerance === null ? undefined : accepted.find(text => Number.isNaN(Number(text)))
  return wordy === undefined ? { ...content, accepted } : no('number', 'answer', { answer: wordy })
}
export const isContent = (made: Content | ContentProblem): made is Content => 'stem' in made

function chosen(content: Content, lines: readonly string[], answer: string): Content | ContentProblem {
  const options = lines.map(line => line.replace(LEAD, ''))
  if (options.length < 2 || options.length > MOST_OPTIONS) return no('options', 'options', { n: options.length })
  if (!answer) return no('answer', 'answer')
  const picked = lettersOf(answer)
  const picks = [...new Set(picked.map(letter => LETTERS.indexOf(letter)))]
  if (picks.some(at => at < 0 || at >= options.length)) return no('notAmong', 'answer', { answer })
  if (content.type === 'single' && picks.length !== 1) return no('oneAnswer', 'answer', { n: picks.length })
  if (content.type === 'multi' && picks.length < 2) return no('severalAnswers', 'answer', { n: picks.length })
  if (content.type === 'order' && (picks.length !== options.length || picked.length !== options.length)) return no('wholeOrder', 'answer', { n: options.length })
  return { ...content, options, picks: content.type === 'order' ? picks : picks.sort((a, b) => a - b) }
}
function matched(content: Content, lines: readonly string[]): Content | ContentProblem {
  if (lines.length < 2 || lines.length > MOST_OPTIONS) return no('options', 'options', { n: lines.length })
  const pairs = lines.map(line => line.split('|').map(part => part.trim()))
  const wrong = pairs.findIndex(pair => pair.length !== 2 || !pair[0] || !pair[1])
  if (wrong >= 0) return no('pairs', 'options', { n: wrong + 1 })
  return { ...content, options: pairs.map(pair => pair[0] ?? ''), rights: pairs.map(pair => pair[1] ?? '') }
}
