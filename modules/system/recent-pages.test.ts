import { afterAll, beforeAll, expect, it } from 'vitest'
import { provisioned } from '#testing/fixture.ts'
import type { Actor, School } from '#testing/school.ts'

let s: School
let me: Actor
beforeAll(async () => {
  s = await provisioned()
  me = await s.as({ roles: ['officer'] })
})
afterAll(() => s.close())
const note = (path: string, who = me) => who.post('base/recentPage/note', { path })
const mine = async (who = me) => (await who.get<Array<{ path: string }>>('base/recentPage/mine')).data.map(p => p.path)

it('10-H8 pages opened last are the person’s, newest first, twenty at most', async () => {
  for (let n = 0; n < 22; n++) expect((await note(`/page/${n}`)).code).toBe(200)
  await note('/page/5')
  const pages = await mine()
  expect(pages).toHaveLength(20)
  expect(pages.slice(0, 2)).toEqual(['/page/5', '/page/21'])
  expect(await mine(await s.as({ roles: ['officer'] }))).toEqual([])
})
it('10-H8 the search spells services, too', async () => {
  const sounds = (await me.get<Array<{ title: string; initials: string }>>('base/sysMenu/spellings')).data
  expect(sounds.find(x => x.title === '发起签到')?.initials).toBe('fqqd')
})
