import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { allEntities } from '#model'
import { ROOT } from '#server/registry/registry.ts'
import { literalsOf } from '../../scripts/literals.ts'
import { checkLocales } from '../../scripts/locales.ts'

const reports = await checkLocales()

describe.each(reports)('the texts of $scope', ({ missing, stale, raw }) => {
  test('all have an English translation', () => expect(missing).toEqual([]))
  test('have no translation left over', () => expect(stale).toEqual([]))
  test('stand in t(), none bare in markup', () => expect(raw).toEqual([]))
})
test('a text has one translation, whoever says it: all modules share one dictionary', () => {
  const said = new Map<string, Set<string>>()
  for (const file of globSync('{kernel,modules/*,modules/*/*}/locales/en.json', { cwd: ROOT })) {
    for (const [text, english] of Object.entries(JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as Record<string, string>)) said.set(text, (said.get(text) ?? new Set()).add(english))
  }
  expect([...said].filter(([, ways]) => ways.size > 1).map(([text, ways]) => [text, ...ways])).toEqual([])
})
test('marks between two things of a list are those of the language', () => {
  const texts = JSON.parse(readFileSync(join(ROOT, 'kernel/locales/en.json'), 'utf8')) as Record<string, string>
  expect(['、', '，', '；'].map(mark => texts[mark])).toEqual([', ', ', ', '; '])
})
test('every entity has an English name for one of it and for many', () => {
  const texts = Object.assign({}, ...globSync('{kernel,modules/*,modules/*/*}/locales/en.json', { cwd: ROOT }).map(file => JSON.parse(readFileSync(join(ROOT, file), 'utf8')))) as Record<string, string>
  const lacking = allEntities().flatMap(({ label }) => ['one', 'many'].map(form => `${label}#${form}`).filter(key => !/^[A-Z][^\u3400-\u9fff]+$/.test(texts[key] ?? '')))
  expect(allEntities().length).toBeGreaterThan(100)
  expect(lacking).toEqual([])
})
test('a word that an English text has in two forms stands beside a number its Chinese has too', () => {
  const wrong = globSync('{kernel,modules/*,modules/*/*}/locales/en.json', { cwd: ROOT }).flatMap(file =>
    Object.entries(JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as Record<string, string>).filter(([text, english]) => {
      const rest = english.replace(/(\{\{?)(\w+)\|[^{}|]+\|[^{}|]+(\}\}?)/g, (forms, open: string, place: string, close: string) => (text.includes(open + place + close) ? '' : forms))
      return rest.includes('|')
    }),
  )
  expect(wrong).toEqual([])
})
test('literals are found in templates, not in comments and patterns', () => {
  const code = "const a = 'x' // 'no'\n/* 'no' */ const b = `a${f('y', `z`)}b`\nconst c = s.replace(/['\"]/g, \"w\") / 2"
  expect(literalsOf(code)).toEqual([
    { text: 'x', hasPlaces: false, line: 1 },
    { text: 'ab', hasPlaces: true, line: 2 },
    { text: 'y', hasPlaces: false, line: 2 },
    { text: 'z', hasPlaces: false, line: 2 },
    { text: 'w', hasPlaces: false, line: 3 },
  ])
})
