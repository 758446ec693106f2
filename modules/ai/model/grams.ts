import { wordsOfRich } from '#model/rich.ts'

/** What a question asks with and not about; the longest first, so that none leaves a part of another. */
const ASKING: readonly string[] = [
  ...['请问一下', '什么时候', '怎么样', '怎么办', '为什么', '是不是', '能不能', '可不可以', '有没有', '要不要', '需不需要'], // verbatim
  ...['请问', '怎么', '怎样', '如何', '什么', '哪里', '哪儿', '哪些', '哪个', '多少', '几点', '是否', '可以', '能否', '需要', '应该', '我们', '你们', '他们', '一下'], // verbatim
  ...['我想', '我要', '还能', '还有', '关于', '的话', '吗', '呢', '吧', '啊', '我', '你', '的', '呀'], // verbatim
].sort((a, b) => b.length - a.length)
const MOST_GRAMS = 120
const RUNS = /\p{Script=Han}+|[a-z0-9]+/gu

/** One writing of a text to compare: small letters, half-width signs. */
export const comparable = (text: string): string => text.normalize('NFKC').toLowerCase()
/** What a question is about, as pairs of neighbouring Chinese signs and whole foreign words: no dictionary is needed to compare them with a text. */
export function gramsOf(question: string): string[] {
  const bare = ASKING.reduce((text, word) => text.replaceAll(word, ' '), comparable(question))
  const grams = new Set<string>()
  for (const [run] of bare.matchAll(RUNS)) {
    const signs = [...run]
    if (/[a-z0-9]/.test(run) || signs.length === 1) grams.add(run)
    else for (let at = 0; at + 1 < signs.length; at++) grams.add(`${signs[at]}${signs[at + 1]}`)
  }
  return [...grams].slice(0, MOST_GRAMS)
}
/** How rare a gram is among all documents, and so how much it says. */
export type Weights = ReadonlyMap<string, number>
/** The share of what was asked that a text speaks of, from 0 to 1. */
export function similarity(text: string, weights: Weights): number {
  const words = comparable(text)
  let [hit, all] = [0, 0]
  for (const [gram, weight] of weights) {
    all += weight
    if (words.includes(gram)) hit += weight
  }
  return all ? hit / all : 0
}
const LONGEST = 360
/** Parts of a document of a few sentences each: whole paragraphs, long ones cut. */
export function passagesOf(body: string): string[] {
  const parts: string[] = []
  let now = ''
  for (const line of wordsOfRich(body).split('\n')) {
    if (now && now.length + line.length > LONGEST) {
      parts.push(now)
      now = ''
    }
    now = now ? `${now}\n${line}` : line
    for (; now.length > LONGEST; now = now.slice(LONGEST)) parts.push(now.slice(0, LONGEST))
  }
  if (now) parts.push(now)
  return parts
}
