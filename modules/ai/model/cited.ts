import { plainAnswer } from './rules.ts'

/** What a model says when the passages do not answer. */
export const NO_ANSWER = '无' // verbatim
/** Begins the line that names passages which contradict each other. */
export const CONFLICT = '分歧' // verbatim
export interface Cited {
  /** Paragraphs, each with the passages it rests on. Empty: the passages do not answer. */
  paragraphs: Array<{ text: string; cites: number[] }>
  /** Passages that contradict each other, at least two. */
  conflicts: number[][]
}
const MARK = /[[【［]\s*(\d{1,3}(?:\s*[,，、]\s*\d{1,3})*)\s*[\]】］]/g
const MOST_TEXT = 2000
/** What is said twice stands once, with the passages of both. */
function add(paragraphs: Cited['paragraphs'], text: string, cites: readonly number[]): void {
  const same = paragraphs.find(p => p.text === text)
  if (same) same.cites = [...new Set([...same.cites, ...cites])].sort((a, b) => a - b)
  else paragraphs.push({ text, cites: [...cites] })
}
/**
 * 60-AI6: keeps of an answer the paragraphs that cite a passage which was supplied. A mark of one that was not is taken out, and a paragraph left without any goes with it.
 * Undefined if nothing is left, so that it is asked for once more.
 */
export function readCited(answer: string, supplied: ReadonlySet<number>): Cited | undefined {
  const text = plainAnswer(answer)
  if (text.replace(/[。.\s]/g, '') === NO_ANSWER) return { paragraphs: [], conflicts: [] }
  const found: Cited = { paragraphs: [], conflicts: [] }
  for (const line of text.split('\n')) {
    const marks = [...line.matchAll(MARK)].flatMap(([, numbers]) => String(numbers).split(/\D+/).map(Number))
    const cites = [...new Set(marks)].filter(n => supplied.has(n)).sort((a, b) => a - b)
    const said = line.replace(MARK, '').trim()
    if (said.startsWith(CONFLICT)) {
      if (cites.length > 1) found.conflicts.push(cites)
    } else if (cites.length && /[\p{L}\p{N}]/u.test(said)) add(found.paragraphs, said.slice(0, MOST_TEXT), cites)
  }
  return found.paragraphs.length ? found : undefined
}
