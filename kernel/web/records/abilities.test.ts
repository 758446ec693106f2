import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { action, entity, ref, states, text } from '#model'
import { allowedActs, allows, verbActs } from './abilities.ts'

const course = entity('abilityTest.abilityCourse', '课程', { name: text('名称') }, { title: 'name', scope: {} })
const id = ref('abilityCourse', '课程', { required: true })
const close = action('abilityTest.abilityCourse.close', '结束', { input: { id }, output: 'none', inScope: true })
const closeOther = action('abilityTest.abilityOther.close', '结束', { input: { id }, output: 'none' })
const acts = [
  { label: '查看', onClick: () => {} },
  { label: '结束', onClick: () => {}, of: close },
  createElement('i', { key: 'close', of: close }),
  createElement('i', { key: 'other', of: closeOther }),
  createElement('span', { key: 'plain' }),
]

const all = () => true

describe('acts of a row', () => {
  it('are drawn as long as the row says nothing of them', () => {
    expect(allowedActs(course, {}, acts, all)).toEqual(acts)
    expect(allowedActs(course, { abilities: { update: false } }, acts, all)).toEqual(acts)
    expect([allows(undefined, 'update'), allows({}, 'update'), allows({ abilities: null }, 'update')]).toEqual([true, true, true])
  })
  it('are not drawn without the permission of their action', () => {
    expect(allowedActs(course, {}, acts, permission => permission !== close.permission)).toEqual([acts[0], acts[3], acts[4]])
  })
  it('that are record verbs are drawn for who holds the permission, on the rows that it reaches', () => {
    const pressed: string[] = []
    const offered = (row: { id: string; abilities?: Record<string, boolean> }) =>
      verbActs(course, row, [
        { verb: 'update', label: '修改', run: one => pressed.push(one.id) },
        { verb: 'remove', label: '删除', danger: true, run: one => pressed.push(one.id) },
        { verb: 'export', label: '导出', run: undefined },
      ])
    expect(offered({ id: 'own' }).map(act => act.label)).toEqual(['修改', '删除'])
    expect(offered({ id: 'near', abilities: { update: false, remove: false } })).toEqual([])
    expect(offered({ id: 'half', abilities: { update: false } }).map(act => act.label)).toEqual(['删除'])
    for (const act of offered({ id: 'own' })) act.onClick()
    expect(pressed).toEqual(['own', 'own'])
  })
  it('are not drawn where the row says that they would be refused, whether a link or a button of an action', () => {
    const row = { abilities: { close: false, update: false } }
    expect(allowedActs(course, row, acts, all)).toEqual([acts[0], acts[3], acts[4]])
    expect([allows(row, 'update'), allows(row, 'remove')]).toEqual([false, true])
  })
  it('are left out where the state of the row does not allow them, record verbs among them', () => {
    const lessonStates = states({ planned: { label: '未开始', tone: 'waiting' }, over: { label: '已结束', tone: 'over' } }, { close: ['planned'], remove: ['planned'] })
    const lesson = entity('abilityTest.abilityLesson', '课次', { name: text('名称'), state: lessonStates.field('状态') }, { title: 'name', scope: {} })
    const end = action('abilityTest.abilityLesson.close', '结束', { input: { id }, output: 'none' })
    const drawn = (row: object) => [
      allowedActs(
        lesson,
        row,
        [
          { label: '查看', onClick: () => {} },
          { label: '结束', onClick: () => {}, of: end },
        ],
        all,
      ).length,
      ...verbActs(
        lesson,
        row,
        ['update', 'remove'].map(verb => ({ verb, label: verb, run: () => {} })),
      ).map(act => act.label),
    ]
    expect(drawn({ state: 'planned' })).toEqual([2, 'update', 'remove'])
    expect(drawn({ state: 'over' })).toEqual([1, 'update'])
    expect(drawn({ state: 'planned', abilities: { close: false } })).toEqual([1, 'update', 'remove'])
  })
})
