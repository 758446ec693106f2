import { describe, expect, it } from 'vitest'
import { codesIn, FormulaFault, parseFormula } from './model/formula.ts'
import { type Index, inOrder } from './model/tree.ts'

const faultOf = (text: string): [number, string] | undefined => {
  try {
    parseFormula(text)
    return undefined
  } catch (error) {
    if (!(error instanceof FormulaFault)) throw error
    return [error.at, error.found]
  }
}
describe('50-CQ14 a formula', () => {
  it('knows numbers, codes, the four operations, min, max, round and if, in either way of writing', () => {
    expect(parseFormula('D1 + 2 × (D2 − 3) ÷ 4')).toEqual(parseFormula('D1+2*(D2-3)/4'))
    expect(codesIn(parseFormula('if(D1 ≥ 60, max(D1, D2, 5), round(D3 × 0.5, 2)) + min（D4，1）'))).toEqual(['D1', 'D2', 'D3', 'D4'])
    expect(parseFormula('1 - 2 - 3')).toMatchObject({ op: '-', left: { op: '-' }, right: { text: '3' } })
    expect(parseFormula('1 + 2 * 3')).toMatchObject({ op: '+', right: { op: '*' } })
  })
  it('is refused where it does not read on, with the place', () => {
    expect(faultOf('D1 +')).toEqual([5, ''])
    expect(faultOf('D1 ; drop')).toEqual([4, ';'])
    expect(faultOf('eval(D1)')).toEqual([1, 'eval'])
    expect(faultOf('round(D1, D2)')).toEqual([1, 'round'])
    expect(faultOf('if(D1, 1, 2)')).toEqual([6, ','])
    expect(faultOf("D1 || 'x'")).toEqual([4, '|'])
    expect(faultOf(`${'('.repeat(60)}1${')'.repeat(60)}`)?.[1]).toBe('(')
    expect(faultOf('')).toEqual([1, ''])
  })
  it('names the circle of indexes that are made of one another', () => {
    const made = (code: string, formula: string) => ({ id: code, code, kind: 'formula', formula, parentId: null, position: 0 }) as unknown as Index
    expect(inOrder([made('A', 'B + 1'), made('B', 'C'), made('C', 'A')])).toEqual({ circle: ['A', 'B', 'C', 'A'] })
    const good = inOrder([made('A', 'B + C'), made('B', 'C'), made('C', '1')])
    expect('order' in good && good.order.map(i => i.code)).toEqual(['C', 'B', 'A'])
  })
})
