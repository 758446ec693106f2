import type { Phrase, Refusal } from '#model'
import { printRefusal } from './texts.ts'
import type { PaperOverflow } from './worker.ts'

/** Named in a refusal; the rest is counted. */
const MOST_NAMED = 20

const phraseOf = ({ box, has, most, paper }: PaperOverflow, holders: readonly string[]): Phrase => {
  const holder = holders[paper] ?? ''
  return box === null
    ? { text: '{holder}的共 {has} 页，最多 {most} 页', values: { holder, has, most } }
    : { text: '{holder}的“{box}”有 {has} 行，最多 {most} 行', values: { holder, box, has, most } }
}
/** Texts that do not fit their boxes, each with its document and box. */
export const overflowRefusal = (over: readonly PaperOverflow[], holders: readonly string[]): Refusal =>
  printRefusal('overflow', { count: over.length, which: over.slice(0, MOST_NAMED).map(one => phraseOf(one, holders)) }, 422, 'ids')
