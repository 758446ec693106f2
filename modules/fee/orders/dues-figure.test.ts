import { afterAll, beforeAll, expect, it } from 'vitest'
import { selfOf } from '#modules/student/testing.ts'
import type { Actor } from '#testing/school.ts'
import { type FeeSchool, feeSchool } from '../testing.ts'

let s: FeeSchool
beforeAll(async () => {
  s = await feeSchool()
})
afterAll(() => s.close())
interface Figure {
  code: string
  value: number
  note: string | null
  link: string | null
}
const dues = async (who: Actor) => (await who.get<Figure[]>('base/desktopLayout/figures')).data.filter(f => f.code === 'fee.mine')

it('60-CD8 the day of a student says how many bills they have to pay, and how much; nobody else reads them there', async () => {
  const self = await selfOf(s, s.payer.id)
  expect(await dues(self)).toEqual([])
  await s.line(100_000)
  await s.line(20_000, { item: 'books' })
  expect(await dues(self)).toMatchObject([{ value: 2, link: '/fee/mine' }])
  expect((await dues(self))[0]?.note).toMatch(/^1,?200(\.00)? 元$/)
  for (const other of [await s.as({ roles: ['officer'] }), s.finance]) expect(await dues(other)).toEqual([])
})
