import { type Content, contentOf, isContent, type Written } from './content.ts'
import type { ContentProblem } from './question.ts'

export interface Pasted extends Written {
  no: string
  options: string | null
  answer: string | null
  explanation: string | null
}
const BEGIN = /^\s*(\d{1,4})\s*[.．、)）]\s*(.+)$/
const OPTION = /(?:^|\s)([A-J])\s*[.．、)）]\s*/g
const FIELDS = [
  ['answer', /^\s*(?:正确)?答案\s*[:：]\s*(.*)$/],
  ['explanation', /^\s*(?:答案)?解析\s*[:：]\s*(.*)$/],
  ['difficulty', /^\s*难度\s*[:：]\s*(.*)$/],
] as const
/** Answer and explanation may stand on one line: `答案:AC 解析:…`. */
const apart = (text: string): string[] => text.replace(/\s+(?=(?:答案)?解析\s*[:：])/g, '\n').split(/\r?\n/)
type Draft = {
  no: string
  stem: string[]
  options: string[]
  answer: string
  explanation: string
  difficulty: string
  last: 'stem' | 'options' | 'answer' | 'explanation' | 'difficulty'
}

/** Questions in pasted text: `1. … A. … B. … 答案:AC 解析:…`. What stands before the first number is left out. */
export function readPasted(text: string): Pasted[] {
  const drafts: Draft[] = []
  for (const line of apart(text)) {
    if (!line.trim()) continue
    const begun = BEGIN.exec(line)
    const now = drafts.at(-1)
    if (begun) drafts.push(opened(begun[1] ?? '', begun[2] ?? ''))
    else if (now) addLine(now, line)
  }
  return drafts.map(finished)
}
function opened(no: string, rest: string): Draft {
  const draft: Draft = { no, stem: [], options: [], answer: '', explanation: '', difficulty: '', last: 'stem' }
  addLine(draft, rest)
  return draft
}
function addLine(draft: Draft, line: string): void {
  for (const [name, pattern] of FIELDS) {
    const found = pattern.exec(line)
    if (!found) continue
    draft[name] = (found[1] ?? '').trim()
    draft.last = name
    return
  }
  const marks = [...line.matchAll(OPTION)]
  const first = marks[0]
  // letters of options rise from A, so that a name such as “B. Franklin” in a stem is none
  if (first && marks.every((mark, i) => mark[1] === String.fromCharCode(65 + draft.options.length + i))) {
    const before = line.slice(0, first.index).trim()
    if (before) draft.stem.push(before)
    draft.options.push(...marks.map((mark, i) => line.slice(mark.index + mark[0].length, marks[i + 1]?.index ?? line.length).trim()))
    draft.last = 'options'
    return
  }
  if (draft.last === 'stem') draft.stem.push(line.trim())
  else if (draft.last === 'options') draft.options.push(`${draft.options.pop() ?? ''}${line.trim()}`)
  else draft[draft.last] = `${draft[draft.last]}\n${line.trim()}`.trim()
}
const JUDGEMENT = /^(?:对|错|正确|错误|√|×)$/
function finished({ no, stem, options, answer, explanation, difficulty }: Draft): Pasted {
  const several = answer.replace(/[\s,，、.;；]/g, '').length > 1
  const type = options.length ? (several ? 'multi' : 'single') : JUDGEMENT.test(answer) ? 'judge' : /_{2,}|（\s*）|\(\s*\)/.test(stem.join('')) ? 'blank' : 'short'
  const level = Number(difficulty)
  return {
    ...{ no, type, stem: stem.join('\n'), options: options.length ? options.join('\n') : null, answer: answer || null, explanation: explanation || null },
    ...(level >= 1 && level <= 5 ? { difficulty: level } : {}),
  }
}
/** What is wrong with a pasted question, if anything. */
export function pastedProblem(of: Pasted): ContentProblem | undefined {
  const made: Content | ContentProblem = contentOf(of)
  return isContent(made) ? undefined : made
}
