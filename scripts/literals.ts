import { parseAst } from 'vite'

/** A text in a source file. */
export interface Literal {
  text: string
  /** A template literal with substitutions. */
  hasPlaces: boolean
  /** Its line, from 1. */
  line: number
}
interface Node {
  type: string
  start: number
  [key: string]: unknown
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** String and template literals of a source file, in the order of the source. */
export function literalsOf(code: string, lang: 'ts' | 'tsx' = 'ts'): Literal[] {
  const found: Array<Literal & { start: number }> = []
  const add = (text: string, hasPlaces: boolean, start: number) => found.push({ text, hasPlaces, line: code.slice(0, start).split('\n').length, start })
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const one of node) visit(one)
    else if (isNode(node)) {
      if (node.type === 'Literal' && typeof node.value === 'string') add(node.value, false, node.start)
      if (node.type === 'TemplateLiteral') {
        const quasis = node.quasis as ReadonlyArray<{ value: { cooked: string } }>
        add(quasis.map(({ value }) => value.cooked).join(''), quasis.length > 1, node.start)
      }
      for (const value of Object.values(node)) if (typeof value === 'object') visit(value)
    }
  }
  visit(parseAst(code, { lang }))
  return found.sort((a, b) => a.start - b.start).map(({ text, hasPlaces, line }) => ({ text, hasPlaces, line }))
}
/** Language of a source file by its name. */
export const langOf = (file: string): 'ts' | 'tsx' => (file.endsWith('x') ? 'tsx' : 'ts')
