import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type Entity, Refusal } from '#model'
import { cipher } from '#server/data/cipher.ts'
import { conditions } from '#server/data/where.ts'
import { ROOT } from '#server/registry/registry.ts'
import { testRegistry } from './database.ts'

const { modules } = await testRegistry()
const entities = new Map(modules.flatMap(m => m.entities).map(e => [e.name, e]))
const keys = cipher({ key: () => Buffer.alloc(32) } as never)

/** A filter that a page writes: its name, and its value where that stands there as well. */
type Filter = readonly [key: string, value: unknown]
const LITERAL = /^(?:\s*(?:'[^']*'|\d+|true|false|\[(?:\s*'[^']*',?)*\s*\])\s*)$/
/** Fixed filters of the lists and views of a page. A choice whose list has another `where` (a function) is not one of them. */
const filtersIn = (source: string): Filter[] =>
  [...source.matchAll(/\bwhere(?:: |=\{)\{([^{}]*)\}/g)].flatMap(([, inside = '']) =>
    [...inside.matchAll(/(?:^|,)\s*'?([a-zA-Z]+(?:\.[a-zA-Z.]+)?)'?(?::(\s*'[^']*'|\s*\[[^\]]*\]|[^,]*))?(?=,|\s*$)/g)].map(
      ([, key = '', value]): Filter => [key, value && LITERAL.test(value) ? new Function(`return ${value}`)() : undefined],
    ),
  )
/** Entities that a page imports, or names as what a select chooses from. */
const entitiesIn = (source: string): Entity[] =>
  [...source.matchAll(/import \{([^}]*)\}|\bto="(\w+)"/g)].flatMap(([, names = '', to = '']) => [...names.split(','), to].flatMap(name => entities.get(name.trim()) ?? []))
/** What a list would refuse, or never find, of this filter. */
function fault(of: Entity, [key, value]: Filter): string | undefined {
  const [name = '', operator] = key.split('.')
  const field = of.fields[name]
  try {
    conditions(of, { [key]: value ?? (operator === 'isNull' ? true : null) }, keys)
  } catch (error) {
    if (error instanceof Refusal) return `${of.name}: ${error.issues[0]?.rule} ${key}`
    throw error
  }
  const codes = field?.kind === 'choice' && value !== undefined && operator !== 'isNull' ? [value].flat().flatMap(v => String(v).split(',')) : []
  const unknown = codes.filter(code => !Object.hasOwn(field?.options.choices ?? {}, code))
  return unknown.length ? `${of.name}.${name} is never ${unknown.join()}` : undefined
}
/** Filters that no entity of the page takes, each with why. A page without an entity filters an action's answer. */
const faultsIn = (source: string): string[] => {
  const among = entitiesIn(source)
  return filtersIn(source).flatMap(filter => {
    const faults = among.map(of => fault(of, filter))
    return among.length && faults.every(Boolean) ? [faults.join(' or ')] : []
  })
}
it('lists and views filter by fields, operators and values that there are', () => {
  const pages = globSync('modules/**/*.tsx', { cwd: ROOT }).map(path => ({ path, source: readFileSync(join(ROOT, path), 'utf8') }))
  expect(pages.flatMap(({ source }) => (entitiesIn(source).length ? filtersIn(source) : [])).length).toBeGreaterThan(150)
  expect(pages.flatMap(({ path, source }) => faultsIn(source).map(f => `${path}: ${f}`))).toEqual([])
})
it.each([
  ["{ 'endDate.gt': '2026-01-01' }", 'unknownFilter'],
  ['{ ended: true }', 'unknownFilter'],
  ["{ state: 'gone' }", 'never gone'],
  ["{ 'state.in': 'pending,gone' }", 'never gone'],
])('%s on a list of leaves is found out', (where, why) => {
  expect(faultsIn(`import { leave } from '../model/leave.ts'\nconst VIEWS = { one: { label: '一', where: ${where} } }`).join()).toContain(why)
})
