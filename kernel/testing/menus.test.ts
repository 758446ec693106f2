import { expect, it } from 'vitest'
import { type MenuItem, permissionKey } from '#model'
import { DOMAINS } from '#model/domains.ts'
import { grants } from '#server/registry/permissions.ts'
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

/** Permissions of a role that stand on no page it opens, and what they are for. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'ai:aiCall:draft': 'help beside the fields of forms',
  'sheet:print:issue': 'one permission of all prints; the pages have their own beside it',
  'hardship:aidLevelSpan:mine': 'the reader’s own page',
  'league:leagueFee:remind': 'the reader’s own page, where secretaries look after their branch',
  'league:leagueTransfer:propose': 'as above',
  'league:remittance:remit': 'as above',
  'outing:areaReply:answer': 'a question that stands among the to-dos',
  'tenancy:tenant:saveSchool': 'the form of a school, which the list of schools opens',
  'workStudy:wageLine:list': 'sheets of one’s students, in approvals and statistics',
  'workStudy:wageLine:export': 'as above',
}
it('a page opens for every role that is given something on it: the first permission of a page opens it', () => {
  const all = [...registry.permissions.keys()]
  const keysOf = (x: NonNullable<MenuItem['of']>[number]): readonly string[] => {
    if (typeof x === 'string') return [x]
    if ('verbs' in x) return all.filter(key => key.startsWith(permissionKey(x, '')))
    return x.access === 'permission' ? [x.permission] : []
  }
  const pagesOf = (items: readonly MenuItem[]): Array<{ opener: string | undefined; keys: readonly string[] }> =>
    items.flatMap(({ of = [], children = [] }) => [...(of[0] ? [{ opener: keysOf(of[0])[0], keys: of.flatMap(keysOf) }] : []), ...pagesOf(children)])
  const pages = registry.modules.flatMap(m => pagesOf(m.menus))
  const held = new Map<string, Set<string>>()
  for (const { grants: given } of registry.modules)
    for (const [role, patterns] of Object.entries(given)) {
      const keys = held.get(role) ?? new Set()
      held.set(role, keys)
      for (const key of all) if (patterns.some(pattern => grants(pattern, key))) keys.add(key)
    }
  const lost = [...held].flatMap(([role, keys]) =>
    [...keys].flatMap(key => {
      const on = pages.filter(page => page.keys.includes(key))
      return on.length && !on.some(page => keys.has(page.opener ?? '')) ? [{ role, key }] : []
    }),
  )
  expect(lost.filter(({ key }) => !Object.hasOwn(ELSEWHERE, key)).map(({ role, key }) => `${role} has ${key} and no page with it`)).toEqual([])
  expect(Object.keys(ELSEWHERE).filter(key => !lost.some(one => one.key === key))).toEqual([])
})
