import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import { newToken, tokenKey } from '#server/identity/tokens.ts'
import { PIXEL, upload } from '#testing/roster.ts'
import { type Actor, openSchool, type School } from '#testing/school.ts'
import { screenDevice } from './model/device.ts'
import { isDue, type PlaylistItem, parseItems } from './model/playlist.ts'
import { keyOf } from './server/keys.ts'

const at = (wall: string) => new Date(`${wall}:00+08:00`)
describe('turns', () => {
  it('60-BS8 come in their hours and on their weekdays, by the school’s clock, also past midnight', () => {
    const item = { from: '22:00', to: '06:30', weekdays: null }
    expect([at('2026-11-23T23:00'), at('2026-11-24T06:29'), at('2026-11-24T06:30')].map(now => isDue(item, now))).toEqual([true, true, false])
    // Monday in China, still Sunday in UTC
    expect([isDue({ weekdays: [1] }, at('2026-11-23T00:30')), isDue({ weekdays: [7] }, at('2026-11-23T00:30'))]).toEqual([true, false])
    expect(isDue({ from: null, to: null, weekdays: [] }, at('2026-11-23T12:00'))).toBe(true)
  })
  it('60-BS8 are refused with the item and what is wrong with it', () => {
    const item = (more: Record<string, unknown>) =>
      parseItems([
        { screen: 'a', seconds: 30 },
        { screen: 'a', seconds: 30, ...more },
      ])
    expect(item({ screen: '' })).toEqual({ n: 2, what: '大屏' })
    for (const seconds of [4, 3601, 10.5, '30']) expect(item({ seconds })).toEqual({ n: 2, what: '秒数' })
    for (const hours of [{ from: '08:00' }, { from: '8:00', to: '09:00' }, { from: '08:00', to: '24:00' }]) expect(item(hours)).toEqual({ n: 2, what: '时段' })
    for (const weekdays of [[0], [8], ['1']]) expect(item({ weekdays })).toEqual({ n: 2, what: '星期' })
    expect(item({ weekdays: [3, 1, 3] })).toMatchObject([{}, { weekdays: [1, 3] }])
    expect(parseItems(Array.from({ length: 31 }, () => ({ screen: 'a', seconds: 30 })))).toEqual({ n: 31, what: '大屏' })
  })
})
describe('a playlist', () => {
  let s: School
  let officer: Actor
  beforeAll(async () => {
    s = await openSchool()
    officer = await s.as({ roles: ['officer'] })
  })
  afterAll(() => s.close())
  const add = (name: string, ...screens: string[]) =>
    officer.post<{ id: string; version: number }>('screen/playlist/add', { name, isEnabled: true, items: screens.map(screen => ({ screen, seconds: 20 })) })
  const turns = async (who: Actor, query: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
    (await who.get<{ name: string | null; items: Array<PlaylistItem & { path: string }> }>('screen/wall/playlist', query, headers)).data
  const device = async (name: string, playlistId: string | null) => {
    const token = newToken()
    const given = { name, place: '大厅', screens: ['dormBigScreen', 'dormInspect'], expiresAt: addDays(today(), 30), showRooms: false, showMaskedNames: false, playlistId }
    await s.db.insert(screenDevice, { ...given, state: 'active', keyHash: tokenKey(token) })
    return { 'screen-key': keyOf('100001', token) }
  }

  it('60-BS8 gives a device its turns, without what the device was not given, and cannot be removed meanwhile', async () => {
    const { data } = await add('大厅', 'dormInspect', 'leavedatascreenone', 'dormBigScreen')
    const own = await turns(s.anonymous, {}, await device('大厅屏', data.id))
    expect([own.name, own.items.map(i => [i.screen, i.seconds, i.path])]).toEqual([
      '大厅',
      [
        ['dormInspect', 20, '/datascreen/dormInspect'],
        ['dormBigScreen', 20, '/datascreen/dormBigScreen'],
      ],
    ])
    expect((await officer.post<{ failed: Array<{ msg: string }> }>('screen/playlist/remove', { ids: data.id })).data.failed).toMatchObject([
      { msg: expect.stringContaining('大厅屏') },
    ])
    const bare = await turns(s.anonymous, {}, await device('值班室屏', null))
    expect([bare.name, bare.items.map(i => i.screen)]).toEqual([null, ['dormBigScreen', 'dormInspect']])
  })
  it('10-C9 gives a device the school’s pictures of screens besides', async () => {
    const admin = await s.as({ roles: ['admin'] })
    for (const place of ['screen', 'login']) {
      const file = (await upload<{ fileId: string }>(admin, 'oss/oss/endpoint/put-file', PIXEL, '图.png')).data.fileId
      expect((await admin.post('base/carousel/add', { title: place, image: [file], place })).msg).toBe('成功')
    }
    const { pictures } = (await s.anonymous.get<{ pictures: Array<{ title: string; url: string }> }>('screen/wall/playlist', {}, await device('门厅屏', null))).data
    expect(pictures.map(p => p.title)).toEqual(['screen'])
    expect((await s.anonymous.get(pictures[0]?.url ?? '')).raw.length).toBeGreaterThan(50)
  })
  it('60-BS8 the test player shows real figures to who arranges screens, and made-up ones to everybody else', async () => {
    const test = async (who: Actor) => (await who.get<{ isSample: boolean; screens: Array<{ code: string }> }>('screen/wall/test')).data
    const [office, anybody] = [await test(officer), await test(s.anonymous)]
    expect([office.isSample, anybody.isSample, (await test(await s.as({ roles: ['dormManager'] }))).isSample]).toEqual([false, true, true])
    for (const { code } of anybody.screens) {
      const { head, measures } = (await s.anonymous.get<{ head: { by: string }; measures: Array<{ code: string; data: object }> }>('screen/wall/sample', { screen: code })).data
      expect([code, head.by]).toEqual([code, 'sample'])
      for (const one of measures) expect([one.code, Object.values(one.data).includes(undefined)]).toEqual([one.code, false])
    }
    expect(anybody.screens.map(one => one.code)).toEqual(expect.arrayContaining(['zhcpdatascreenone', 'zhcpdatascreentwo', 'zhcpdatascreenthree', 'welcome']))
    expect((await s.anonymous.get('screen/wall/sample', { screen: 'nowhere' })).code).toBe(404)
  })
  it('60-BS8 is previewed by whoever keeps lists, inside what they may open, and by nobody else', async () => {
    const { data } = await add('预览', 'leavedatascreenone')
    expect((await turns(officer, { id: data.id })).items.map(i => i.screen)).toEqual(['leavedatascreenone'])
    const manager = await s.as({ roles: ['dormManager'] })
    expect((await turns(manager, { id: data.id })).name).toBeNull()
    expect((await s.anonymous.get('screen/wall/playlist', { id: data.id })).code).toBe(401)
    expect((await add('空')).errors[0]?.rule).toBe('screen.playlist.noItems')
    expect((await add('别的', 'nowhere')).errors[0]?.rule).toBe('screen.playlist.unknownScreen')
  })
})
