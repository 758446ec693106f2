import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { MenuItem } from '#model'
import { DOMAINS } from '#model/domains.ts'
import { ROOT } from '#server/registry/registry.ts'
import { testRegistry } from './database.ts'

const registry = await testRegistry()

it('every group of the desktop’s menu names its domain, so that the bar stays short', () => {
  const groups = registry.modules.flatMap(m => m.menus.filter(group => group.terminal !== 'mobile' && !group.isPlatform).map(group => ({ code: m.code, ...group })))
  expect(groups.length).toBeGreaterThan(10)
  expect(groups.filter(group => !group.domain).map(group => `${group.code}: ${group.title}`)).toEqual([])
})
it('every icon of a menu is one that the shell can draw', () => {
  const iconsOf = (items: readonly MenuItem[]): string[] => items.flatMap(item => [...(item.icon ? [item.icon] : []), ...iconsOf(item.children ?? [])])
  const wanted = [...registry.modules.flatMap(m => iconsOf(m.menus)), ...Object.values(DOMAINS).map(domain => domain.icon)]
  expect(wanted.length).toBeGreaterThan(100)
  // read as text: the types of a browser's library are none of the server's
  const drawn = new Set([...readFileSync(join(ROOT, 'kernel/web/shell/menu-icons.ts'), 'utf8').matchAll(/^ {2}'?([a-z][a-z0-9-]*)'?: [A-Z]/gm)].map(([, name]) => name))
  expect([...new Set(wanted)].filter(icon => !drawn.has(icon))).toEqual([])
})
