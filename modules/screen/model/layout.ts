import { action, datetime, entity, GRID_COLUMNS, GRID_ROWS, integer, json, list, ref, type ScreenTile, shape, states, text } from '#model'
import { CONFIGURE } from './device.ts'

/** A tile where the school puts it; `title` in place of its own. */
export interface Placed {
  tile: string
  x: number
  y: number
  w: number
  h: number
  title: string | null
}
export const layoutStates = states({ draft: { label: '草稿', tone: 'waiting' }, published: { label: '在用', tone: 'done' }, former: { label: '旧版', tone: 'over' } })
/** 大屏布局: one version of how a big screen is laid out. */
export const screenLayout = entity(
  'screen.screenLayout',
  '大屏布局',
  {
    screen: text('大屏', { required: true, readonly: true, max: 60 }),
    no: integer('版本', { required: true, readonly: true, sortable: true }),
    tiles: json<readonly Placed[], { required: true }>('图块', { required: true }),
    state: layoutStates.field('状态', { initial: 'draft' }),
    publishedAt: datetime('发布时间', { readonly: true }),
    publishedBy: ref('user', '发布人', { readonly: true }),
  },
  {
    title: 'screen',
    // layouts contain no data; the permission is reserved to screen administrators
    scope: { everyone: 'a setting of the school: how its screens are laid out' },
    cached: true,
    unique: [['screen', 'no']],
    sort: ['screen', '-no'],
    verbs: [],
  },
)
const need = { required: true } as const
const screen = text('大屏', { ...need, max: 60 })
const place = {
  tile: text('图块', { ...need, max: 80 }),
  x: integer('列', { ...need, min: 0, max: GRID_COLUMNS - 1 }),
  y: integer('行', { ...need, min: 0, max: GRID_ROWS - 1 }),
  w: integer('宽', { ...need, min: 1, max: GRID_COLUMNS }),
  h: integer('高', { ...need, min: 1, max: GRID_ROWS }),
  title: text('标题', { max: 20 }),
} as const
const tiles = list('图块', shape('图块', place, need), { ...need, min: 1, max: 24 })
export const layoutRefusals = {
  unknownScreen: '没有名为“{screen}”的大屏',
  unknownTile: '没有名为“{tile}”的图块',
  tileTwice: '“{tile}”放了两次',
  outside: '“{tile}”超出了 24 列 12 行',
  overlap: '“{tile}”和“{other}”重叠',
  small: '“{tile}”至少要 {w} 列 {h} 行，文字才不会被截断',
  notYours: '“{tile}”来自“{screen}”，你没有那块大屏的权限',
  nothing: '布局里至少要有一个图块',
  noVersion: '“{screen}”没有第 {no} 版',
} as const
export const readLayout = action('screen.bigScreen.layout', '大屏布局', {
  method: 'GET',
  permission: CONFIGURE,
  input: { screen },
  output: {
    title: text('大屏', { ...need, max: 60 }),
    path: text('地址', { ...need, max: 100 }),
    /** The draft, else what is published, else how the screen is made. */
    tiles: list('图块', shape('图块', place), need),
    catalogue: list(
      '可用的图块',
      shape('图块', {
        tile: place.tile,
        title: text('名称', { ...need, max: 60 }),
        screen: text('大屏', { ...need, max: 60 }),
        definition: text('口径', { ...need, max: 500 }),
        leastW: place.w,
        leastH: place.h,
      }),
      need,
    ),
    /** The newest first; version 0 is how the screen is made. */
    versions: list('版本', shape('版本', { no: integer('版本', need), state: layoutStates.field('状态'), at: datetime('发布时间'), by: text('发布人', { max: 64 }) }), need),
  },
  refusals: layoutRefusals,
})
export const saveLayout = action('screen.bigScreen.save', '保存草稿', { permission: CONFIGURE, input: { screen, tiles }, output: 'none', refusals: layoutRefusals })
export const publishLayout = action('screen.bigScreen.publish', '发布', {
  permission: CONFIGURE,
  input: { screen, tiles },
  output: { no: integer('版本', need) },
  refusals: layoutRefusals,
})
/** Back to an earlier version in one click; 0 is how the screen is made. */
export const rollBackLayout = action('screen.bigScreen.rollback', '退回这一版', {
  permission: CONFIGURE,
  input: { screen, no: integer('版本', { ...need, min: 0 }) },
  output: 'none',
  refusals: layoutRefusals,
})
export const layoutActions = [readLayout, saveLayout, publishLayout, rollBackLayout]

type Fault =
  | { key: 'tileTwice' | 'outside' | 'unknownTile'; values: { tile: string } }
  | { key: 'overlap'; values: { tile: string; other: string } }
  | { key: 'small'; values: { tile: string; w: number; h: number } }
const isOver = (a: Placed, b: Placed): boolean => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h
/** What is wrong with a layout: the first fault, naming tiles by their titles. A tile keeps the room it was drawn for. */
export function faultOf(placed: readonly Placed[], known: ReadonlyMap<string, Pick<ScreenTile, 'title' | 'at'>>): Fault | undefined {
  for (const [n, one] of placed.entries()) {
    const of = known.get(one.tile)
    if (!of) return { key: 'unknownTile', values: { tile: one.tile } }
    const tile = of.title
    const [, , w, h] = of.at
    if (one.x < 0 || one.y < 0 || one.x + one.w > GRID_COLUMNS || one.y + one.h > GRID_ROWS) return { key: 'outside', values: { tile } }
    if (one.w < w || one.h < h) return { key: 'small', values: { tile, w, h } }
    const before = placed.slice(0, n)
    if (before.some(other => other.tile === one.tile)) return { key: 'tileTwice', values: { tile } }
    const other = before.find(o => isOver(o, one))
    if (other) return { key: 'overlap', values: { tile, other: known.get(other.tile)?.title ?? other.tile } }
  }
  return undefined
}
