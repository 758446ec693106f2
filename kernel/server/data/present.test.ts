import { describe, expect, it } from 'vitest'
import { action, entity, list, revealed, revealedAll, shape, text } from '#model'
import type { Principal } from '../context.ts'
import { answered, own, presentRows } from './present.ts'

const guest = entity(
  'presentTest.presentGuest',
  '来客',
  {
    name: text('姓名'),
    studentId: text('学生'),
    phone: text('电话', { sensitivity: 'S1', mask: 'phone' }),
    health: text('健康', { sensitivity: 'S2' }),
    key: text('密钥', { secret: true }),
  },
  { title: 'name', scope: { student: 'studentId' } },
)
const { name, phone, health, key } = guest.fields
const read = action('presentTest.presentGuest.read', '读', {
  output: { name, phone, health, key, mates: list('同伴', shape('同伴', { name, phone })), old: shape('以前', { health }) },
})
const WHOLE = { name: '王', phone: '13812345678', health: '过敏', key: 'k', mates: [{ name: '李', phone: '13987654321' }], old: { health: '无' } }
const me = { studentId: 's1', teacherId: null, userId: 'u1' } as Principal

describe('An answer is presented by its declaration', () => {
  it('masks S1 and withholds S2 and secrets, however deep they stand, and leaves the handler’s own objects alone', () => {
    const given = structuredClone(WHOLE)
    expect(answered(read, given)).toEqual({
      name: '王',
      phone: '138****5678',
      health: undefined,
      key: undefined,
      mates: [{ name: '李', phone: '139****4321' }],
      old: { health: undefined },
    })
    expect(given).toEqual(WHOLE)
  })
  it('one value and lists of answers, too', () => {
    expect(answered(action('presentTest.presentGuest.phone', '电话', { output: phone }), '13812345678')).toBe('138****5678')
    expect(answered(action('presentTest.presentGuest.all', '全部', { output: { phone }, many: true }), [{ phone: '13812345678' }, { phone: null }])).toEqual([
      { phone: '138****5678' },
      { phone: null },
    ])
  })
  it('shows whole what is revealed for a reason', () => {
    const shown = action('presentTest.presentGuest.mine', '我的', { output: { phone: revealed(phone, 'own'), ...revealedAll({ name, health }, 'own') } })
    expect(answered(shown, WHOLE)).toMatchObject({ phone: '13812345678', health: '过敏' })
  })
  it('shows the reader their own, and never a secret', () => {
    expect(answered(read, own(me, guest, { studentId: 's1' }, structuredClone(WHOLE)))).toMatchObject({
      phone: '13812345678',
      health: '过敏',
      key: undefined,
      mates: [{ phone: '139****4321' }],
    })
    expect(answered(read, own(me, guest, { studentId: 's2' }, structuredClone(WHOLE)))).toMatchObject({ phone: '138****5678', health: undefined })
  })
})
it('a row is presented as deep as an answer: what is personal in a part is masked where the part itself is not', () => {
  const host = entity('presentTest.presentHost', '主人', { name, mates: list('同伴', shape('同伴', { name, phone })) }, { title: 'name', scope: { student: 'name' } })
  const row = () => ({ name: '王', mates: [{ name: '李', phone: '13987654321' }] })
  const [theirs, others, whole] = [row(), row(), row()]
  presentRows(host, [theirs], () => true)
  presentRows(host, [others], () => false)
  presentRows(host, [whole], () => false, new Set(['mates']))
  expect([theirs, others, whole]).toEqual([row(), { name: '王', mates: [{ name: '李', phone: '139****4321' }] }, row()])
})
