import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { MenuNode } from '../model/menu.ts'
import { flatten, fromLeaves, leaves, marks, matching, toggle } from './grantTree.ts'

const node = (id: string, type: MenuNode['type'], children: MenuNode[] = []): MenuNode => ({ id, parentId: null, title: id, type, children })
const tree = [node('sys', 'dir', [node('users', 'menu', [node('add', 'button'), node('remove', 'button')]), node('roles', 'menu')]), node('home', 'menu')]

it('ticking goes down and up, unticking closes what is left empty', () => {
  const one = toggle(tree, new Set(), 'add')
  expect([...one].sort()).toEqual(['add', 'sys', 'users'])
  expect(marks(tree, one)).toEqual({ checked: ['add'], halfChecked: ['sys', 'users'] })
  const page = toggle(tree, one, 'users')
  expect(marks(tree, page)).toEqual({ checked: ['users', 'add', 'remove'], halfChecked: ['sys'] })
  expect([...toggle(tree, page, 'users')]).toEqual([])
})
it('a search keeps what is named so, what stands below it and the way to it', () => {
  expect(flatten(matching(tree, 'ROLE')).map(n => n.id)).toEqual(['sys', 'roles'])
  expect(flatten(matching(tree, 'users')).map(n => n.id)).toEqual(['sys', 'users', 'add', 'remove'])
  expect(matching(tree, '')).toBe(tree)
  expect(matching(tree, 'nothing')).toEqual([])
})
it('a page without its buttons stays granted: it is a leaf of what is granted', () => {
  const granted = toggle(tree, toggle(tree, toggle(tree, new Set(), 'users'), 'add'), 'remove')
  expect(leaves(tree, granted)).toEqual(['users'])
})
it('leaves stand for exactly what is granted, whatever was clicked', () => {
  const ids = flatten(tree).map(n => n.id)
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...ids), { maxLength: 12 }), clicks => {
      const granted = clicks.reduce((set, id) => toggle(tree, set, id), new Set<string>())
      expect([...fromLeaves(tree, leaves(tree, granted))].sort()).toEqual([...granted].sort())
    }),
  )
})
