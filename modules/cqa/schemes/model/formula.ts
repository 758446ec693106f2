/** A formula over index codes as a tree. It is translated, never run as program code. */
export type Formula =
  | { is: 'number'; text: string }
  | { is: 'code'; code: string }
  | { is: 'op'; op: '+' | '-' | '*' | '/'; left: Formula; right: Formula }
  | { is: 'call'; name: 'min' | 'max' | 'round'; args: readonly Formula[] }
  | { is: 'if'; op: Comparison; left: Formula; right: Formula; then: Formula; otherwise: Formula }
export type Comparison = '<' | '<=' | '>' | '>=' | '=' | '<>'
/** Where reading stopped, from 1, and what stands there. */
export class FormulaFault extends Error {
  at: number
  found: string
  constructor(at: number, found: string) {
    super(`${found} at ${at}`)
    this.at = at
    this.found = found
  }
}
interface Token {
  text: string
  at: number
}
const TOKEN = /\s*(?:(\d+(?:\.\d+)?)|([A-Za-z][A-Za-z0-9_]*)|(<=|>=|<>|[-+*/(),<>=]))/y
const ALIKE: Readonly<Record<string, string>> = { '−': '-', '×': '*', '÷': '/', '（': '(', '）': ')', '，': ',', '≤': '<=', '≥': '>=', '≠': '<>', '＋': '+' }
const COMPARISONS: readonly string[] = ['<', '<=', '>', '>=', '=', '<>']
const MOST_DEEP = 40
const END = ''
const plain = (text: string): string => text.replace(/[−×÷（），≤≥≠＋]/g, found => ALIKE[found] ?? found)

function tokensOf(text: string): Token[] {
  const found: Token[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.length) {
    const from = TOKEN.lastIndex
    const match = TOKEN.exec(text)
    if (!match) {
      const rest = text.slice(from)
      if (!rest.trim()) break
      throw new FormulaFault(from + 1 + rest.length - rest.trimStart().length, rest.trim().slice(0, 1))
    }
    const token = match[1] ?? match[2] ?? match[3] ?? ''
    found.push({ text: token, at: TOKEN.lastIndex - token.length + 1 })
  }
  return [...found, { text: END, at: text.length + 1 }]
}
/** Reads a formula of numbers, index codes, + − × ÷, min, max, round and if(a >= b, x, y); throws where it does not read on. */
export function parseFormula(given: string): Formula {
  const tokens = tokensOf(plain(given))
  let n = 0
  let depth = 0
  const peek = (): Token => tokens[n] ?? { text: END, at: given.length + 1 }
  const fault = (): never => {
    throw new FormulaFault(peek().at, peek().text)
  }
  const next = (): string => (n < tokens.length - 1 ? (tokens[n++]?.text ?? END) : fault())
  const expect = (text: string): void => void (peek().text === text ? next() : fault())
  const chain = (ops: readonly string[], below: () => Formula): Formula => {
    let left = below()
    while (ops.includes(peek().text)) {
      const op = next() as '+'
      left = { is: 'op', op, left, right: below() }
    }
    return left
  }
  const sum = (): Formula => {
    depth += 1
    if (depth > MOST_DEEP) fault()
    const made = chain(['+', '-'], product)
    depth -= 1
    return made
  }
  const product = (): Formula => chain(['*', '/'], factor)
  const args = (): Formula[] => {
    expect('(')
    const made = [sum()]
    while (peek().text === ',') {
      next()
      made.push(sum())
    }
    expect(')')
    return made
  }
  const branch = (): Formula => {
    expect('(')
    const left = sum()
    const op = COMPARISONS.includes(peek().text) ? (next() as Comparison) : fault()
    const right = sum()
    expect(',')
    const then = sum()
    expect(',')
    const otherwise = sum()
    expect(')')
    return { is: 'if', op, left, right, then, otherwise }
  }
  const round = (at: number): Formula => {
    const made = args()
    const [, digits] = made
    const isGood = made.length === 1 || (made.length === 2 && digits?.is === 'number' && /^[0-4]$/.test(digits.text))
    if (!isGood) throw new FormulaFault(at, 'round')
    return { is: 'call', name: 'round', args: made }
  }
  const factor = (): Formula => {
    const { text, at } = peek()
    if (text === '(') {
      next()
      const made = sum()
      expect(')')
      return made
    }
    if (text === '-') {
      next()
      return { is: 'op', op: '-', left: { is: 'number', text: '0' }, right: factor() }
    }
    if (/^\d/.test(text)) return { is: 'number', text: next() }
    if (!/^[A-Za-z]/.test(text)) return fault()
    next()
    if (peek().text !== '(') return { is: 'code', code: text }
    if (text === 'if') return branch()
    if (text === 'round') return round(at)
    if (text === 'min' || text === 'max') return { is: 'call', name: text, args: args() }
    throw new FormulaFault(at, text)
  }
  const made = sum()
  return peek().text === END ? made : fault()
}
const partsOf = (of: Formula): readonly Formula[] => {
  if (of.is === 'op') return [of.left, of.right]
  if (of.is === 'call') return of.args
  return of.is === 'if' ? [of.left, of.right, of.then, of.otherwise] : []
}
/** Codes that a formula names. */
export const codesIn = (of: Formula): string[] => [...new Set(of.is === 'code' ? [of.code] : partsOf(of).flatMap(codesIn))]
