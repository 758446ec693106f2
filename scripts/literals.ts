/** Extracts string literals from TypeScript without a parser; skips comments and regular expressions, handles nested templates. */
export interface Literal {
  text: string
  /** A template literal with substitutions. */
  hasPlaces: boolean
}
export function literalsOf(code: string): Literal[] {
  const found: Literal[] = []
  let at = 0
  const string = (quote: string) => {
    let text = ''
    for (at++; at < code.length && code[at] !== quote && code[at] !== '\n'; at++) text += code[at] === '\\' ? unescaped(code[++at] ?? '') : code[at]
    at++
    found.push({ text, hasPlaces: false })
  }
  const template = () => {
    const one: Literal = { text: '', hasPlaces: false }
    found.push(one)
    for (at++; at < code.length && code[at] !== '`'; ) {
      if (code[at] === '\\') {
        one.text += unescaped(code[at + 1] ?? '')
        at += 2
      } else if (code.startsWith('${', at)) {
        one.hasPlaces = true
        at += 2
        scan('}')
      } else one.text += code[at++]
    }
    at++
  }
  /** Scans to the closing brace of a substitution, or to the end of the file. */
  const scan = (end: '}' | undefined) => {
    let depth = 0
    while (at < code.length) {
      const c = code[at] as string
      if (c === "'" || c === '"') string(c)
      else if (c === '`') template()
      else if (code.startsWith('//', at)) at = lineEnd(code, at)
      else if (code.startsWith('/*', at)) at = after(code, '*/', at + 2)
      else if (c === '/' && startsPattern(code, at)) at = afterPattern(code, at)
      else if (c === '}' && end && depth === 0) {
        at++
        return
      } else {
        depth += c === '{' ? 1 : c === '}' ? -1 : 0
        at++
      }
    }
  }
  scan(undefined)
  return found
}
const unescaped = (c: string): string => ({ n: '\n', t: '\t' })[c] ?? c
const lineEnd = (code: string, at: number): number => after(code, '\n', at)
function after(code: string, mark: string, from: number): number {
  const found = code.indexOf(mark, from)
  return found < 0 ? code.length : found + mark.length
}
/** Heuristic for slashes: a regular expression where a value may start, division after a name, number or bracket, closing tag after `<`. */
function startsPattern(code: string, at: number): boolean {
  const before = code.slice(Math.max(0, at - 12), at).trimEnd()
  return /[(,=:[!&|?{;+\n]$/.test(before) || /\b(return|typeof|case)$/.test(before) || (before.endsWith('>') && before.endsWith('=>'))
}
function afterPattern(code: string, from: number): number {
  let inClass = false
  let at = from + 1
  for (; at < code.length && code[at] !== '\n'; at++) {
    if (code[at] === '\\') at++
    else if (code[at] === '[') inClass = true
    else if (code[at] === ']') inClass = false
    else if (code[at] === '/' && !inClass) break
  }
  return at + 1
}
