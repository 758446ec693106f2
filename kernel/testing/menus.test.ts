import { expect, it } from 'vitest'
import type { MenuItem } from '#model'
import { DOMAINS } from '#model/domains.ts'
import { menuIcons } from '../../scripts/vite-virtual.ts'
import { testRegistry } from './database.ts'

const registry = await testRegistry()

it('every group of the desktop’s menu names its domain, so that the bar stays short', () => {
  const groups = registry.modules.flatMap(m => m.menus.filter(group => group.terminal !== 'mobile' && !group.isPlatform).map(group => ({ code: m.code, ...group })))
  expect(groups.length).toBeGreaterThan(10)
  expect(groups.filter(group => !group.domain).map(group => `${group.code}: ${group.title}`)).toEqual([])
})
it('every icon of a menu is one that the shell can draw', async () => {
  const iconsOf = (items: readonly MenuItem[]): string[] => items.flatMap(item => [...(item.icon ? [item.icon] : []), ...iconsOf(item.children ?? [])])
  const wanted = [...registry.modules.flatMap(m => iconsOf(m.menus)), ...Object.values(DOMAINS).map(domain => domain.icon)]
  expect(wanted.length).toBeGreaterThan(100)
  const drawn = await menuIcons()
  expect([...new Set(wanted)].filter(icon => !Object.hasOwn(drawn, icon))).toEqual([])
})
