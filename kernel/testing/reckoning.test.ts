import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '#server/registry/registry.ts'

const sources = globSync('{kernel,modules}/**/*.{ts,tsx}', { cwd: ROOT }).filter(file => !/\.test\.tsx?$/.test(file))
const found = (what: RegExp, home: RegExp): string[] => sources.filter(file => !home.test(file) && what.test(readFileSync(join(ROOT, file), 'utf8')))

it('percentages are rounded by percentOf alone', () => {
  // rounding to cents multiplies by 100, too, but divides again
  const rounded = /Math\.round\([^\n]* \/ [^\n]*\* 100\)(?! \/ 100)|Math\.round\(\(100 \* [^\n]*\) \/ |\/ [^\n]*\* 100\)\.toFixed/
  expect(found(rounded, /^kernel\/model\/percent\.ts$/)).toEqual([])
  expect(['Math.round((a / b) * 100)', 'Math.round((100 * a) / b)', '((a / b) * 100).toFixed(1)', 'Math.round((a / b) * 100) / 100'].map(source => rounded.test(source))).toEqual([
    true,
    true,
    true,
    false,
  ])
})
it('days and months are reckoned by the kernel alone', () => {
  const own = /const (addDays|daysBetween|weekdayOf|mondayOf) = |function (addDays|daysBetween|weekdayOf|mondayOf)\(|-28`, 4\)|T\d\d:00:00Z`\)\.getUTCDay\(\)/
  expect(found(own, /^kernel\/model\/(days|week)\.ts$/)).toEqual([])
})
