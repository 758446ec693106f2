import { action, bool, choice, entity, integer, json, list, ref, shape, text } from '#model'
import { TERMINALS } from '#modules/system/model/menu.ts'
import { COLUMNS, MOST_ROWS, type Place } from './grid.ts'

export type StoredPlace = Place & { isLocked?: boolean }
export const desktopLayout = entity(
  'desk.desktopLayout',
  '桌面布局',
  {
    ownerType: choice('归属', { role: '角色', user: '用户' }, { required: true }),
    ownerId: text('归属编号', { required: true, max: 36 }),
    terminal: choice('终端', TERMINALS, { required: true, initial: 'web' }),
    widgets: json<StoredPlace[]>('组件', { required: true }),
    locked: bool('整体锁定', { required: true, initial: false }),
  },
  { title: 'ownerType', scope: {}, unique: [['ownerType', 'ownerId', 'terminal']], verbs: [] },
)
const place = {
  widget: text('组件', { required: true, max: 64 }),
  x: integer('列', { required: true, min: 0, max: COLUMNS - 1 }),
  y: integer('行', { required: true, min: 0, max: MOST_ROWS }),
  w: integer('宽', { required: true, min: 1, max: COLUMNS }),
  h: integer('高', { required: true, min: 1, max: 40 }),
} as const
const shown = { ...place, title: text('名称', { required: true, max: 40 }), component: text('页面组件', { required: true, max: 100 }) } as const
const offer = {
  widget: place.widget,
  title: shown.title,
  component: shown.component,
  w: place.w,
  h: place.h,
  leastW: integer('最小宽', { required: true }),
  leastH: integer('最小高', { required: true }),
} as const
const layout = {
  widgets: list('组件', shape('组件', { ...shown, isLocked: bool('已锁定', { required: true }) }), { required: true }),
  offered: list('可添加', shape('组件', offer), { required: true }),
  source: choice('来源', { own: '自己的布局', role: '角色的布局', standard: '默认布局' }, { required: true }),
  isLocked: bool('整体锁定', { required: true }),
} as const
const terminal = choice('终端', TERMINALS)
const refusals = {
  unknownWidget: '没有组件“{widget}”，或没有使用它的权限',
  twice: '组件“{widget}”放了两次',
  outside: '组件“{widget}”超出了 12 列',
  allLocked: '学校锁定了你的桌面布局，不能更改',
} as const

export const myLayout = action('desk.desktopLayout.mine', '我的桌面', { method: 'GET', access: 'signedIn', input: { terminal }, output: layout })
export const saveLayout = action('desk.desktopLayout.save', '保存桌面', {
  output: 'none',
  access: 'signedIn',
  input: { terminal, widgets: list('组件', shape('组件', place), { required: true, max: 40 }) },
  refusals,
})
export const resetLayout = action('desk.desktopLayout.reset', '恢复默认桌面', {
  output: 'none',
  access: 'signedIn',
  input: { terminal },
  refusals: { allLocked: refusals.allLocked },
})
const ROLE = 'desk:desktopLayout:role'
export const roleLayout = action('desk.desktopLayout.ofRole', '角色的桌面', {
  method: 'GET',
  permission: ROLE,
  input: { roleId: ref('role', '角色', { required: true }), terminal },
  output: layout,
})
export const saveRoleLayout = action('desk.desktopLayout.saveRole', '保存角色的桌面', {
  output: 'none',
  permission: ROLE,
  input: {
    roleId: ref('role', '角色', { required: true }),
    terminal,
    widgets: list('组件', shape('组件', { ...place, isLocked: bool('已锁定', { required: true }) }), { required: true, max: 40 }),
    isLocked: bool('整体锁定', { required: true }),
  },
  refusals,
})
export const resetRoleLayout = action('desk.desktopLayout.resetRole', '恢复角色的默认桌面', {
  output: 'none',
  permission: ROLE,
  input: { roleId: ref('role', '角色', { required: true }), terminal },
})

/** Figures for the caller's roles. */
export const figures = action('desk.desktopLayout.figures', '角色数字', {
  method: 'GET',
  access: 'signedIn',
  many: true,
  output: {
    code: text('代码', { required: true, max: 64 }),
    label: text('名称', { required: true, max: 40 }),
    value: integer('数值', { required: true }),
    unit: text('单位', { max: 10 }),
    note: text('说明', { max: 60 }),
    tone: choice('提示', { late: '要处理', done: '已完成' }),
    link: text('地址', { max: 500 }),
    parts: list('组成', shape('组成', { label: text('名称', { required: true, max: 40 }), value: integer('数值', { required: true }) }), { required: true }),
  },
})
/** First sentence: what is serious in the caller's scope now. */
export const situation = action('desk.desktopLayout.situation', '当前情况', {
  method: 'GET',
  access: 'signedIn',
  many: true,
  output: { code: text('代码', { required: true, max: 64 }), text: text('内容', { required: true, max: 200 }), link: text('地址', { required: true, max: 500 }) },
})
/** What the caller does once, until all of it is done. */
export const myFirstSteps = action('desk.desktopLayout.firstSteps', '先做这几件', {
  method: 'GET',
  access: 'signedIn',
  many: true,
  output: {
    code: text('代码', { required: true, max: 64 }),
    title: text('内容', { required: true, max: 200 }),
    isDone: bool('已完成', { required: true }),
    link: text('地址', { required: true, max: 500 }),
  },
})
export const layoutActions = [myFirstSteps, situation, myLayout, saveLayout, resetLayout, roleLayout, saveRoleLayout, resetRoleLayout, figures]

/** Default layouts: staff start with todos, students with their own data. */
export const STANDARD: Readonly<Record<'staff' | 'student', readonly Place[]>> = {
  staff: [
    { widget: 'desk.figures', x: 0, y: 0, w: 9, h: 2 },
    { widget: 'desk.todo', x: 0, y: 2, w: 9, h: 11 },
    { widget: 'desk.schedule', x: 9, y: 0, w: 3, h: 4 },
    { widget: 'message.notices', x: 9, y: 4, w: 3, h: 4 },
    { widget: 'desk.apps', x: 9, y: 8, w: 3, h: 5 },
  ],
  student: [
    { widget: 'desk.todo', x: 0, y: 0, w: 8, h: 7 },
    { widget: 'desk.lessons', x: 8, y: 0, w: 4, h: 7 },
    { widget: 'desk.apps', x: 0, y: 7, w: 8, h: 3 },
    { widget: 'desk.applications', x: 8, y: 7, w: 4, h: 4 },
    { widget: 'message.notices', x: 0, y: 10, w: 8, h: 5 },
    { widget: 'desk.schedule', x: 8, y: 11, w: 4, h: 4 },
  ],
}
