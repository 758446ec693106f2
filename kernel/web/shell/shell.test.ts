import { describe, expect, test } from 'vitest'
import { soundsOf } from '#server/i18n/pinyin.ts'
import { closed, HOME, moved, opened, type Tab } from '#web/pages/tabs.ts'
import { matchScreen } from './match.ts'
import { searchScreens } from './search.ts'

const screen = (title: string, path: string, trail: string[] = []) => ({ meta: { title }, path, trail })
const SCREENS = [
  screen('学生信息', '/student/info', ['学生']),
  screen('房态图', '/dorm/map', ['宿舍']),
  screen('行政区划', '/base/canton', ['基础数据']),
  screen('学籍异动', '/student/change', ['学生']),
]
const sounds = await soundsOf(SCREENS.map(s => s.meta.title))
const titles = (typed: string, frequency = {}) => searchScreens(SCREENS, typed, { spell: title => sounds.get(title), frequency }).map(s => s.meta.title)

describe('10-H8 the menu search', () => {
  test('finds by title, initials, pinyin, path and the titles above', () => {
    expect(titles('房态')).toEqual(['房态图'])
    expect(titles('ftt')).toEqual(['房态图'])
    expect(titles('xueshengxin')).toEqual(['学生信息'])
    expect(titles('canton')).toEqual(['行政区划'])
    expect(titles('宿舍')).toEqual(['房态图'])
  })
  test('puts the better answer first, among equals the one opened more often', () => {
    expect(titles('x')).toContain('行政区划')
    expect(titles('学')[0]).toBe('学生信息')
    expect(titles('学', { '/student/change': 3 })[0]).toBe('学籍异动')
  })
  test('answers nothing to nothing', () => {
    expect(titles('  ')).toEqual([])
    expect(titles('没有的')).toEqual([])
  })
})
describe('10-H5 tabs', () => {
  const tab = (path: string): Tab => ({ path, search: '' })
  const list = [tab('/a'), tab('/b'), tab('/c')]
  test('home is never listed, an open tab keeps its place and takes the new query', () => {
    expect(opened(list, HOME, '')).toBe(list)
    expect(opened(list, '/b', '')).toBe(list)
    expect(opened(list, '/b', '?x=1').map(t => t.path + t.search)).toEqual(['/a', '/b?x=1', '/c'])
    expect(opened(list, '/d', '').map(t => t.path)).toEqual(['/a', '/b', '/c', '/d'])
  })
  test('change places, wherever one is dropped', () => {
    const order = (path: string, onto: string) =>
      moved(list, path, onto)
        .map(t => t.path)
        .join('')
    expect([order('/a', '/c'), order('/c', '/a'), order('/b', '/a')]).toEqual(['/b/c/a', '/c/a/b', '/b/a/c'])
    expect(moved(list, '/a', '/a')).toBe(list)
    expect(moved(list, '/x', '/a')).toBe(list)
  })
  test('closing goes to the right neighbour, else the left, else home', () => {
    expect(closed(list, ['/b'], '/b').go).toBe('/c')
    expect(closed(list, ['/c'], '/c').go).toBe('/b')
    expect(closed(list, ['/a', '/b', '/c'], '/b').go).toBe(HOME)
    expect(closed(list, ['/a', '/c'], '/b')).toEqual({ tabs: [tab('/b')], go: undefined })
  })
})
test('a plain path wins over a pattern', () => {
  const screens = [{ path: '/student/:id' }, { path: '/student/info' }]
  expect(matchScreen(screens, '/student/info/')?.path).toBe('/student/info')
  expect(matchScreen(screens, '/student/42')?.path).toBe('/student/:id')
  expect(matchScreen(screens, '/nowhere')).toBeUndefined()
})
