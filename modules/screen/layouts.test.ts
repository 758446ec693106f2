import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GRID_COLUMNS, GRID_ROWS, type OutputOf } from '#model'
import { addDays } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import { newToken, tokenKey } from '#server/identity/tokens.ts'
import { type Actor, openSchool, type School } from '#testing/school.ts'
import { screenDevice } from './model/device.ts'
import { faultOf, type Placed, type readLayout } from './model/layout.ts'
import { moved, roomFor } from './model/move.ts'
import { allScreens } from './server/declared-screens.ts'
import { keyOf } from './server/keys.ts'
import { tileCatalogue } from './server/layouts.ts'

const LEAVE = 'leavedatascreenone'
const at = (tile: string, x: number, y: number, w: number, h: number): Placed => ({ tile, x, y, w, h, title: null })
let s: School
let officer: Actor
beforeAll(async () => {
  s = await openSchool()
  officer = await s.as({ roles: ['officer'] })
})
afterAll(() => s.close())

describe('tiles', () => {
  it('60-BS8 are declared with all that their screens read, fit the grid as made, and are drawn by a component each', async () => {
    const known = tileCatalogue()
    for (const screen of allScreens()) {
      expect([screen.code, new Set(screen.tiles.flatMap(tile => tile.measures))]).toEqual([screen.code, new Set(screen.measures)])
      const made = screen.tiles.map(({ code, at: [x, y, w, h] }) => at(code, x, y, w, h))
      expect([screen.code, faultOf(made, known), made.reduce((sum, p) => sum + p.w * p.h, 0)]).toEqual([screen.code, undefined, GRID_COLUMNS * GRID_ROWS])
    }
    // of the web, whose types are not those of the server
    const path: string = '#web/big-screen/tiles.ts'
    const { tilesOf } = (await import(path)) as { tilesOf(codes: readonly string[]): Promise<object> }
    expect(Object.keys(await tilesOf([...known.keys()])).sort()).toEqual([...known.keys()].sort())
  })
  it('60-BS8 stay inside the grid, change places where each fits, and are not laid over others', () => {
    const known = new Map([
      ['a', { title: 'A', w: 6, h: 4 }],
      ['b', { title: 'B', w: 6, h: 4 }],
      ['c', { title: 'C', w: 12, h: 6 }],
    ])
    const places = [at('a', 0, 0, 6, 4), at('b', 0, 4, 6, 4), at('c', 6, 0, 12, 6)]
    expect(moved(places, 'a', { x: -5, y: 99 }, known)?.[0]).toMatchObject({ x: 0, y: 8 })
    expect(moved(places, 'a', { w: 1, h: 1 }, known)?.[0]).toMatchObject({ w: 6, h: 4 })
    expect(moved(places, 'a', { y: 4 }, known)?.map(p => [p.tile, p.y])).toEqual([
      ['a', 4],
      ['b', 0],
      ['c', 0],
    ])
    expect(moved(places, 'a', { x: 6 }, known)).toBeUndefined()
    expect(roomFor(places, 'a', known)).toMatchObject({ x: 18, y: 0 })
    expect(roomFor([at('c', 0, 0, 24, 12)], 'a', known)).toBeUndefined()
  })
})
describe('the layout of a screen', () => {
  type Wall = { head: { layout: Array<{ code: string; title: string | null }> | null; measures: unknown[] }; measures: Array<{ code: string }> }
  const wall = async (who: Actor, query: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
    (await who.get<Wall>('screen/wall/read', { screen: LEAVE, ...query }, headers)).data
  const read = async () => (await officer.get<OutputOf<typeof readLayout>>('screen/bigScreen/layout', { screen: LEAVE })).data
  const act = (verb: string, more: object, who: Actor = officer) => who.post(`screen/bigScreen/${verb}`, { screen: LEAVE, ...more })
  const rule = async (tiles: Placed[]) => (await act('publish', { tiles })).errors[0]?.rule
  const MIXED = [{ ...at('dormitory.beds', 0, 0, 12, 6), title: '住宿' }, at('leave.wall.today', 12, 0, 6, 4)]

  it('60-BS8 is a draft first, seen by who arranges screens alone; published it shows everywhere, and one click brings any version back', async () => {
    expect((await wall(officer)).head.layout).toBeNull()
    expect((await act('save', { tiles: MIXED })).code).toBe(200)
    expect((await wall(officer)).head.layout).toBeNull()
    expect((await wall(officer, { draft: '1' })).head.layout?.map(p => [p.code, p.title])).toEqual([
      ['dormitory.beds', '住宿'],
      ['leave.wall.today', null],
    ])
    expect((await act('publish', { tiles: MIXED })).data).toEqual({ no: 1 })
    const shown = await wall(officer)
    expect([shown.head.layout?.length, shown.measures.map(m => m.code).sort()]).toEqual([2, ['dormitory.beds', 'leave.wall']])
    expect((await act('publish', { tiles: MIXED.slice(1) })).data).toEqual({ no: 2 })
    expect((await wall(officer)).head.layout).toHaveLength(1)
    expect((await act('rollback', { no: 1 })).code).toBe(200)
    expect((await wall(officer)).head.layout).toHaveLength(2)
    expect((await read()).versions.map(v => [v?.no, v?.state])).toEqual([
      [2, 'former'],
      [1, 'published'],
      [0, 'former'],
    ])
    expect((await act('rollback', { no: 7 })).errors[0]?.rule).toBe('screen.bigScreen.noVersion')
    expect((await act('rollback', { no: 0 })).code).toBe(200)
    expect([(await wall(officer)).head.layout, (await read()).versions.at(-1)]).toMatchObject([null, { no: 0, state: 'published' }])
  })
  it('60-BS8 widens nobody’s view: a tile is read with the permission of the screen it is made for', async () => {
    expect((await act('publish', { tiles: MIXED })).code).toBe(200)
    const token = newToken()
    const given = { name: '请假屏', place: '大厅', screens: [LEAVE], expiresAt: addDays(today(), 30), showRooms: false, showMaskedNames: false }
    await s.db.insert(screenDevice, { ...given, state: 'active', keyHash: tokenKey(token) })
    const seen = await wall(s.anonymous, {}, { 'screen-key': keyOf('100001', token) })
    expect([seen.head.layout?.map(p => p.code), seen.measures.map(m => m.code)]).toEqual([['leave.wall.today'], ['leave.wall']])
    const manager = await s.as({ roles: ['dormManager'] })
    expect((await manager.get('screen/wall/read', { screen: LEAVE })).code).toBe(403)
    expect((await act('publish', { tiles: MIXED }, manager)).code).toBe(403)
  })
  it('60-BS8 refuses tiles that overlap, leave the grid, are cut, stand twice or do not exist, and changes nothing', async () => {
    const today6 = at('leave.wall.today', 0, 0, 6, 4)
    expect(await rule([today6, at('leave.wall.trend', 5, 3, 6, 4)])).toBe('screen.bigScreen.overlap')
    expect(await rule([at('leave.wall.today', 20, 0, 6, 4)])).toBe('screen.bigScreen.outside')
    expect(await rule([at('leave.wall.today', 0, 0, 5, 4)])).toBe('screen.bigScreen.small')
    expect(await rule([today6, at('leave.wall.today', 6, 0, 6, 4)])).toBe('screen.bigScreen.tileTwice')
    expect(await rule([at('leave.wall.unheard', 0, 0, 6, 4)])).toBe('screen.bigScreen.unknownTile')
    expect(await rule([])).toBe('screen.bigScreen.nothing')
    expect((await wall(officer)).head.layout).toHaveLength(2)
    // two who publish at once: one version each, the last one holds
    const answers = await Promise.all([act('publish', { tiles: [today6] }), act('publish', { tiles: [at('leave.wall.trend', 0, 0, 6, 4)] })])
    expect(answers.filter(a => a.code === 200).length).toBeGreaterThan(0)
    expect((await read()).versions.filter(v => v?.state === 'published')).toHaveLength(1)
  })
})
