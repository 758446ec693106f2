import { type Content, contentOf, isContent, type Written } from './content.ts'
import type { ContentProblem } from './question.ts'

export interface Pasted extends Written {
  no: string
  /** Number of the material that the question belongs to. */
  groupNo: string | null
  /** How many questions a material has. */
  parts?: number
  options: string | null
  answer: string | null
  explanation: string | null
}
/** `材料：…` or `【材料一】…`; without an end every later question would belong to it. */
const MATERIAL = /^\s*(?:【材料[一二三四五六七八九十\d]{0,3}】|材料[一二三四五六七八九十\d]{0,3}\s*[:：])\s*(.*)$/
const MATERIAL_END = /^\s*(?:【材料(?:完|结束)】|材料(?:完|结束))\s*[。.]?\s*$/
const BEGIN = /^\s*(\d{1,4})\s*[.．、)）]\s*(.+)$/
const OPTION = /(?:^|\s)([A-J])\s*[.．、)）]\s*/g
const FIELDS = [
  ['answer', /^\s*(?:正确)?答案\s*[:：]\s*(.*)$/],
  ['explanation', /^\s*(?:答案)?解析\s*[:：]\s*(.*)$/],
  ['difficulty', /^\s*难度\s*[:：]\s*(.*)$/],
] as const
/** Answer and explanation may stand on one line: `答案:AC 解析:…`. */
const apart = (text: string): string[] => text.replace(/\s+(?=(?:答案)?解析\s*[:：])/g, '\n').split(/\r?\n/)
interface Material {
  lines: string[]
  /** Numbers of its questions. */
  parts: string[]
}
type Draft = {
  no: string
  material: Material | undefined
  stem: string[]
  options: string[]
  answer: string
  explanation: string
  difficulty: string
  last: 'stem' | 'options' | 'answer' | 'explanation' | 'difficulty'
}

/**
 * Questions in pasted text: `1. … A. … B. … 答案:AC 解析:…`. Those between `材料：…` and `材料完` belong to the material, which comes before them. What stands before the first number or
 * material is left out.
 */
export function readPasted(text: string): Pasted[] {
  const made: Array<() => Pasted> = []
  let material: Material | undefined
  let now: Draft | undefined
  for (const line of apart(text)) {
    if (!line.trim()) continue
    const told = MATERIAL.exec(line)
    const begun = BEGIN.exec(line)
    if (told) {
      const of: Material = { lines: [(told[1] ?? '').trim()], parts: [] }
      material = of
      now = undefined
      made.push(() => asMaterial(of))
    } else if (MATERIAL_END.test(line)) {
      material = undefined
      now = undefined
    } else if (begun) {
      const draft = opened(begun[1] ?? '', begun[2] ?? '', material)
      material?.parts.push(draft.no)
      now = draft
      made.push(() => finished(draft))
    } else if (now) addLine(now, line)
    else material?.lines.push(line.trim())
  }
  return made.map(one => one())
}
/** A material is called by its first question, so that the same text again is the same material. */
const materialNo = ({ parts }: Material): string => `M${parts[0] ?? ''}`
const asMaterial = (of: Material): Pasted => ({
  ...{ no: materialNo(of), groupNo: null, parts: of.parts.length, type: 'group', stem: of.lines.filter(Boolean).join('\n') },
  ...{ options: null, answer: null, explanation: null },
})
function opened(no: string, rest: string, material: Material | undefined): Draft {
  const draft: Draft = { no, material, stem: [], options: [], answer: '', explanation: '', difficulty: '', last: 'stem' }
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
function finished({ no, material, stem, options, answer, explanation, difficulty }: Draft): Pasted {
  const several = answer.replace(/[\s,，、.;；]/g, '').length > 1
  const type = options.length ? (several ? 'multi' : 'single') : JUDGEMENT.test(answer) ? 'judge' : /_{2,}|（\s*）|\(\s*\)/.test(stem.join('')) ? 'blank' : 'short'
  const level = Number(difficulty)
  return {
    ...{ no, groupNo: material ? materialNo(material) : null, type, stem: stem.join('\n') },
    ...{ options: options.length ? options.join('\n') : null, answer: answer || null, explanation: explanation || null },
    ...(level >= 1 && level <= 5 ? { difficulty: level } : {}),
  }
}
/** What is wrong with a pasted question, if anything. */
export function pastedProblem(of: Pasted): ContentProblem | undefined {
  if (of.type === 'group' && !(of.stem && of.parts)) return { rule: 'material', values: {}, field: 'options' }
  const made: Content | ContentProblem = contentOf(of)
  return isContent(made) ? undefined : made
}
