import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '#server/registry/registry.ts'

/** Properties whose lengths are steps of a scale; up to 3 px they are hairlines. */
const SCALED = /^\s*(?:(?:row-|column-)?gap|(?:padding|margin)[\w-]*|font-size|border[\w-]*radius):([^;{}]+);/gm
const FREE_PX = 3
const BREAKPOINTS = ['width < 600px', 'width < 768px', 'width < 1200px', 'width >= 768px', 'width >= 1200px', 'print', 'prefers-reduced-motion: reduce']
/** Files of styles with sizes of their own: big screens, large numbers, the drawn phone. It may only fall. */
const NOT_MOVED = 6

const faultsOf = (css: string): string[] => {
  const lengths = [...css.matchAll(SCALED)].flatMap(([text, value = '']) => ([...value.matchAll(/([\d.]+)px/g)].some(([, px]) => Number(px) > FREE_PX) ? [text.trim()] : []))
  const queries = [...css.matchAll(/@(?:media|container)([^{]*)\{/g)].flatMap(([, query = '']) =>
    BREAKPOINTS.includes(query.trim().replace(/^\(|\)$/g, '')) ? [] : [query.trim()],
  )
  return [...lengths, ...queries]
}
describe('sizes of a module', () => {
  it('are told from those beside the scale', () => {
    expect(faultsOf('.a {\n  gap: var(--space-2) 2px;\n  border-radius: 50%;\n  width: 320px;\n}')).toEqual([])
    expect(faultsOf('.a {\n  padding: 0 10px;\n  font-size: 13px;\n}\n@media (width < 700px) {\n}')).toEqual(['padding: 0 10px;', 'font-size: 13px;', '(width < 700px)'])
  })
  it('are steps of the scale: spaces, text sizes, radii and breakpoints', () => {
    const files = globSync('modules/**/*.css', { cwd: ROOT })
    const beside = files.flatMap(file => {
      const faults = faultsOf(readFileSync(join(ROOT, file), 'utf8'))
      return faults.length ? [`${file}: ${faults.join(' ')}`] : []
    })
    expect(beside.length, beside.join('\n')).toBeLessThanOrEqual(NOT_MOVED)
  })
})
