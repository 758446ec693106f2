import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '#server/registry/registry.ts'

const sourcesOf = (pattern: string): string[] => globSync(pattern, { cwd: ROOT }).map(file => readFileSync(join(ROOT, file), 'utf8'))
const tests = sourcesOf('modules/**/*.test.ts')
const product = globSync('modules/**/*.ts', { cwd: ROOT })
  .filter(file => !/\.test\.ts$|\/testing[\w-]*\.ts$/.test(file))
  .map(file => readFileSync(join(ROOT, file), 'utf8'))
const namedIn = (sources: readonly string[], what: RegExp): string[] => sources.flatMap(source => [...source.matchAll(what)].map(([, ...names]) => names.find(Boolean) as string))

describe('the standard tests', () => {
  it('of ledgers are passed by every ledger', () => {
    const ledgers = namedIn(product, /export const (\w+) = ledger\(/g)
    const tested = new Set(namedIn(tests, /expectLedger\((\w+)/g))
    expect(ledgers.length).toBeGreaterThan(4)
    expect(ledgers.filter(name => !tested.has(name))).toEqual([])
  })
  it('of applications are passed by every kind with an approval', () => {
    const kinds = namedIn(product, /handleApplication(?:<[^(]*>)?\((\w+),[^{]*\{\s*subject:/g)
    const tested = new Set(namedIn(tests, /expectApplication\(\{ of: (\w+)/g))
    expect(kinds.length).toBeGreaterThan(15)
    expect(kinds.filter(name => !tested.has(name))).toEqual([])
  })
  it('of rounds or tasks are passed by every kind of round', () => {
    const kinds = namedIn(product, /= roundActions\((\w+)\)/g)
    const tested = new Set(namedIn(tests, /expectRound\(\{ of: (\w+)|\bround: (\w+),\n/g))
    expect(kinds.length).toBeGreaterThan(5)
    expect(kinds.filter(name => !tested.has(name))).toEqual([])
  })
})
