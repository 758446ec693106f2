import { afterAll, beforeAll, expect, it } from 'vitest'
import { type SmallSchool, smallSchool } from '#modules/student/testing.ts'
import { ok } from '#testing/answers.ts'
import type { Actor } from '#testing/school.ts'

interface Scale {
  id: string
  code: string
  version: number
  isOnline: boolean
  cutoffs: object[]
}
let s: SmallSchool
let psychologist: Actor
beforeAll(async () => {
  s = await smallSchool()
  psychologist = await s.as({ roles: ['psychologist'], nickName: '心理中心' })
})
afterAll(() => s.close())
const scales = async () => ok(await psychologist.get<{ result: Scale[] }>('mentalHealth/mhScale/list', {})).result

it('50-MH3 the centre changes cut-offs within the range of the scale; nobody else sees or changes them', async () => {
  const all = await scales()
  expect(all.map(x => [x.code, x.isOnline])).toEqual(
    expect.arrayContaining([
      ['PHQ-9', true],
      ['SCL-90', false],
    ]),
  )
  const phq = all.find(x => x.code === 'PHQ-9') as Scale
  const put = (cutoffs: object[], by = psychologist) => by.post('mentalHealth/mhScale/update', { id: phq.id, version: phq.version, cutoffs })
  const cut = { measure: 'total', least: 12, level: '3', source: '中心会议' }
  for (const [cutoffs, rule] of [
    [[{ ...cut, least: 28 }], 'range'],
    [[cut, { ...cut, level: '4' }], 'twice'],
  ] as const)
    expect((await put([...cutoffs])).errors.map(e => e.rule.split('.').at(-1))).toEqual([rule])
  for (const role of ['officer', 'college', 'fdy', 'student']) {
    const other = await s.as({ roles: [role], nickName: role })
    expect([role, (await put([cut], other)).code, (await other.get('mentalHealth/mhScale/list', {})).code]).toEqual([role, 403, 403])
  }
  expect((await put([cut])).code).toBe(200)
  expect((await scales()).find(x => x.code === 'PHQ-9')?.cutoffs).toEqual([cut])
})
