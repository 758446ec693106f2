import { expect, it } from 'vitest'
import type { Module } from './module.ts'
import { definePart, mergeParts } from './part.ts'

const rooms = definePart({
  code: 'rooms',
  menus: [{ title: '房间' }],
  grants: { officer: ['inn:room:list'], student: ['inn:room:mine'] },
  events: ['inn.roomClosed'],
  optionalEvents: ['fee.paid'],
  todoKinds: { roomBroken: '房间' },
  parameters: { roomDays: { label: '天数', initial: 3 } },
})
const guests = definePart({ code: 'guests', needs: ['rooms'], menus: [{ title: '客人' }], grants: { officer: ['inn:guest:list'] }, optionalEvents: ['fee.paid'] })
const inn = { ...definePart({ code: 'inn', grants: { admin: ['inn:*'] } }), parts: [guests, rooms] } as unknown as Module

it('what the parts of a module declare is the module’s: in the order of its list, grants by role', () => {
  const made = mergeParts({ ...inn, menus: [{ title: '旅馆', children: [{ title: '首页' }] }, { title: '报表' }] })
  expect(made.menus).toEqual([{ title: '旅馆', children: [{ title: '首页' }, { title: '客人' }, { title: '房间' }] }, { title: '报表' }])
  expect(made.grants).toEqual({ admin: ['inn:*'], officer: ['inn:guest:list', 'inn:room:list'], student: ['inn:room:mine'] })
  expect([made.events, made.optionalEvents, made.todoKinds, made.parameters]).toEqual([
    ['inn.roomClosed'],
    ['fee.paid'],
    { roomBroken: '房间' },
    { roomDays: { label: '天数', initial: 3 } },
  ])
})
it('their menu entries stand at the top where the module has none', () => {
  expect(mergeParts(inn).menus).toEqual([{ title: '客人' }, { title: '房间' }])
})
it('a key that two of them declare is refused, whichever would have won', () => {
  const other = definePart({ code: 'cellar', todoKinds: { roomBroken: '地窖' } })
  expect(() => mergeParts({ ...inn, parts: [rooms, other] })).toThrow('module inn: todoKinds.roomBroken is declared twice, by rooms and cellar')
  const own = { ...inn, parameters: { roomDays: { label: '天', initial: 1 } } }
  expect(() => mergeParts(own)).toThrow('module inn: parameters.roomDays is declared twice, by inn and rooms')
})
