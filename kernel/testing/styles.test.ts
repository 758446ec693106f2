import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '#server/registry/registry.ts'

const text = (file: string): string => readFileSync(join(ROOT, file), 'utf8')
/** Classes of its own that a style sheet has rules for. */
const classesOf = (css: string): Set<string> => {
  const selectors = css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\{[^{}]*\}/g, '{}')
    .replace(/:global\([^)]*\)/g, '')
  return new Set([...selectors.matchAll(/\.([a-zA-Z_][\w-]*)/g)].flatMap(([, name]) => name ?? []))
}
/** Selectors of a style sheet, one by one. */
const selectorsOf = (css: string): string[] => {
  const rules = css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/@keyframes[^{]+\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '')
  return [...rules.matchAll(/([^{};]+)\{/g)].flatMap(([, found = '']) => (found.trim().startsWith('@') ? [] : found.split(/,(?![^(]*\))/).map(one => one.trim())))
}
interface Use {
  sheet: string
  names: readonly string[]
}
const ROOTS: Readonly<Record<string, string>> = { '#web/': 'kernel/web/', '#modules/': 'modules/' }
const sheetAt = (file: string, target: string): string => {
  const root = Object.keys(ROOTS).find(prefix => target.startsWith(prefix))
  return root ? `${ROOTS[root]}${target.slice(root.length)}` : relative(ROOT, join(ROOT, dirname(file), target))
}
/** Classes of style sheets that a source names; a computed name is told as `[`. */
const usesOf = (file: string, source: string): Use[] =>
  [...source.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].map(([, name = '', target = '']) => ({
    sheet: sheetAt(file, target),
    names: [...source.matchAll(new RegExp(`(?<![\\w./])${name}(?:\\.(\\w+)|(\\[))`, 'g'))].map(([, member, computed]) => member ?? computed ?? ''),
  }))
/** Class names that a source writes out; a name with a computed part is left out. */
function plainNames(source: string): string[] {
  let folded = source
  for (let before = ''; before !== folded; ) {
    before = folded
    folded = folded.replace(/\$\{[^{}]*\}/g, '[')
  }
  const texts = [...folded.matchAll(/[cC]lassName=(?:"([^"]*)"|\{`([^`]*)`\})/g)].map(([, word, template]) => word ?? template ?? '')
  return texts.flatMap(found => found.split(/\s+/)).filter(name => name && !name.includes('['))
}
/** Classes that are the same in all sources: those of a sheet for the whole document, and those a module says are. */
const globalsOf = (file: string, css: string): string[] =>
  file.endsWith('.module.css') ? [...css.matchAll(/:global\(([^)]*)\)/g)].flatMap(([, inner = '']) => [...classesOf(inner)]) : [...classesOf(css)]
/** Classes of antd, and those by which React Flow knows what neither drags nor pans. */
const FOREIGN = /^(ant-.*|nodrag|nopan)$/
const SHEETS = globSync('{kernel,modules}/**/*.css', { cwd: ROOT })
const SOURCES = globSync('{kernel,modules}/**/web/**/*.{ts,tsx}', { cwd: ROOT })
const USES = SOURCES.flatMap(file => usesOf(file, text(file)).map(use => ({ ...use, file })))

/** Style sheets for the whole document. The number of those not listed may only fall. */
const GLOBAL = ['kernel/web/layout/tokens.css', 'kernel/web/theme/base.css']
const NOT_MOVED = 9

describe('styles of a page', () => {
  it('are read as selectors and as members', () => {
    expect([...classesOf('/* .no */\n.a .b:global(.ant-btn) > .c {\n  margin: 1.5em;\n}\n@media (width < 600px) {\n  .d.e {\n  }\n}')]).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(usesOf('modules/a/web/b/C.tsx', "import s from '../a.module.css'\ns.one + s.two + t.s.no + s[three]")).toEqual([
      { sheet: 'modules/a/web/a.module.css', names: ['one', 'two', '['] },
    ])
  })
  it('are modules: only tokens and resets are for the whole document', () => {
    const others = SHEETS.filter(file => !file.endsWith('.module.css') && !GLOBAL.includes(file))
    expect(others.length, others.join('\n')).toBeLessThanOrEqual(NOT_MOVED)
  })
  it('reach no further than their classes: a selector without one is for every page', () => {
    const wide = (css: string) => selectorsOf(css).filter(one => !/\.[a-zA-Z_]/.test(one))
    expect(wide('@media print {\n  .a[b], c:is(.d, i), [e="f"], :global(.g) {\n    margin: 1.5em;\n  }\n}\n@keyframes h {\n  33.3% {\n  }\n}\nj > k {\n}')).toEqual([
      '[e="f"]',
      'j > k',
    ])
    expect(SHEETS.filter(file => file.endsWith('.module.css')).flatMap(file => wide(text(file)).map(one => `${file}: ${one}`))).toEqual([])
  })
  it('have a rule for each class named', () => {
    const wrong = USES.flatMap(({ file, sheet, names }) => {
      const known = classesOf(text(sheet))
      return names.filter(name => !known.has(name)).map(name => `${file}: ${name} of ${sheet}`)
    })
    expect(wrong).toEqual([])
  })
  it('are named in plain text only if they are for the whole document', () => {
    expect(plainNames(`<a className="ql-x  y" b={\`no\`} rootClassName={\`\${s.a} z tone-\${b}\${c ? \` \${s.d}\` : ''} w\`}>`)).toEqual(['ql-x', 'y', 'z', 'w'])
    expect([globalsOf('a.css', '.a .b {}'), globalsOf('a.module.css', '.a :global(.b) {}')]).toEqual([['a', 'b'], ['b']])
    const known = new Set(SHEETS.flatMap(file => globalsOf(file, text(file))))
    const unknown = (source: string) => plainNames(source).filter(name => !known.has(name) && !FOREIGN.test(name))
    expect(unknown('<a className="ql-quiet ant-input nodrag visually-hidden no-such">')).toEqual(['no-such'])
    expect(SOURCES.flatMap(file => unknown(text(file)).map(name => `${file}: ${name}`))).toEqual([])
  })
  it('have no class that nothing names', () => {
    const unused = SHEETS.filter(file => file.endsWith('.module.css')).flatMap(sheet => {
      const named = new Set(USES.filter(use => use.sheet === sheet).flatMap(use => use.names))
      return [...classesOf(text(sheet))].filter(name => !named.has(name)).map(name => `${sheet}: ${name}`)
    })
    expect(unused).toEqual([])
  })
})
