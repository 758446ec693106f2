import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '#server/registry/registry.ts'

test('every chart is drawn by the one block, and has a table: the block’s, or a switch to one of its place', () => {
  const sources = globSync('{kernel,modules}/**/*.{ts,tsx}', { cwd: ROOT, exclude: ['**/*.test.ts'] }).map(file => [file, readFileSync(join(ROOT, file), 'utf8')] as const)
  const having = (text: RegExp): string[] => sources.filter(([, source]) => text.test(source)).map(([file]) => file)
  expect(having(/from 'echarts|import\('echarts/).every(file => file.startsWith('kernel/web/charts/'))).toBe(true)
  expect(having(/^import (?!type ).*Plot\.tsx'|import\('.*Plot\.tsx'\)/m)).toEqual(['kernel/web/charts/Chart.tsx'])
  const own = sources.filter(([, source]) => /<Chart\s[^>]*\bhasTable\b/.test(source))
  expect(own.length).toBeGreaterThan(0)
  expect(own.filter(([, source]) => !/看数据|<ChartSheet\b/.test(source)).map(([file]) => file)).toEqual([])
})
