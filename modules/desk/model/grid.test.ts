import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bottom, COLUMNS, compact, fitted, merged, moved, overlap, type Place } from './grid.ts'

const at = (widget: string, x: number, y: number, w: number, h: number): Place => ({ widget, x, y, w, h })
const places = fc
  .array(fc.record({ x: fc.nat(11), y: fc.nat(30), w: fc.integer({ min: 1, max: 12 }), h: fc.integer({ min: 1, max: 8 }) }), { maxLength: 12 })
  .map(list => list.map((p, i) => fitted({ widget: `w${i}`, ...p })))
const nothingCovers = (list: readonly Place[]): boolean => list.every((a, i) => list.slice(i + 1).every(b => !overlap(a, b)))

describe('the grid of the desktop', () => {
  it('closes up where a widget has gone', () => {
    expect(compact([at('a', 0, 4, 6, 2), at('b', 6, 9, 6, 3)])).toEqual([at('a', 0, 0, 6, 2), at('b', 6, 0, 6, 3)])
  })
  it('never lets one cover another or leave the twelve columns, whatever is asked', () => {
    fc.assert(
      fc.property(places, fc.nat(11), fc.nat(40), fc.integer({ min: -3, max: 40 }), fc.integer({ min: -3, max: 60 }), (list, n, y, x, size) => {
        const made = moved(compact(list), `w${n}`, { x, y, w: size, h: size })
        expect(made).toHaveLength(list.length)
        expect(nothingCovers(made)).toBe(true)
        expect(made.every(p => p.x >= 0 && p.y >= 0 && p.x + p.w <= COLUMNS)).toBe(true)
        expect(compact(made)).toEqual(expect.arrayContaining(made))
      }),
    )
  })
  it('makes room below for what is moved', () => {
    const made = moved([at('a', 0, 0, 6, 2), at('b', 0, 2, 6, 2)], 'b', { y: 0 })
    expect(made.map(p => [p.widget, p.y]).sort()).toEqual([
      ['a', 2],
      ['b', 0],
    ])
  })
  it('keeps locked widgets where the role has them', () => {
    const role = [{ ...at('a', 0, 0, 12, 2), isLocked: true }, at('b', 0, 2, 6, 4)]
    const made = merged(role, [at('c', 0, 0, 6, 3), at('a', 0, 9, 3, 3)])
    expect(made.find(p => p.widget === 'a')).toMatchObject({ x: 0, y: 0, w: 12, isLocked: true })
    expect(made.map(p => p.widget).sort()).toEqual(['a', 'c'])
    expect(moved(made, 'a', { y: 5 }, undefined, new Set(['a']))).toEqual(made)
  })
  it('knows where the bottom is', () => expect([bottom([]), bottom([at('a', 0, 3, 2, 4)])]).toEqual([0, 7]))
})
