import { action, bool, choice, entity, integer, json, list, ref, shape, text, type Values } from '#model'

export const TERMINALS = { web: '电脑端', mobile: '移动端', welcome: '迎新域', exam: '考试域' } as const
export type Terminal = keyof typeof TERMINALS
/** Live counters a menu entry can show. */
export const BADGES = { todo: '待办数', message: '未读消息数' } as const
export type Badge = keyof typeof BADGES
export const MENU_TYPES = { dir: '目录', menu: '菜单', button: '按钮' } as const

/** Display options of a menu entry in the shell. */
const meta = {
  title: text('标题', { required: true, max: 120 }),
  isLink: bool('链接', { required: true }),
  isHide: bool('隐藏', { required: true }),
  isKeepAlive: bool('缓存页面', { required: true }),
  isAffix: bool('固定标签', { required: true }),
  isIframe: bool('内嵌', { required: true }),
  isAuth: bool('显示', { required: true }),
  tag: text('标签', { max: 60 }),
  badge: choice('角标', BADGES),
  icon: text('图标', { max: 60 }),
} as const

export const menu = entity(
  'system.menu',
  '菜单',
  {
    terminal: choice('终端', TERMINALS, { required: true, immutable: true, initial: 'web' }),
    parentId: ref('menu', '上级菜单'),
    type: choice('类型', MENU_TYPES, { required: true, immutable: true }),
    title: text('名称', { required: true, max: 60, search: true }),
    titleTw: text('繁体名称', { max: 60 }),
    titleEn: text('英文名称', { max: 120 }),
    path: text('路由地址', { max: 200, help: '以 / 开头；同一终端内不能重复' }),
    name: text('路由名称', { max: 100 }),
    component: text('页面组件', { max: 200, help: '模块/页面，例如 system/UserPage' }),
    redirect: text('重定向', { max: 200 }),
    icon: text('图标', { max: 60 }),
    sort: integer('排序', { min: 0, max: 99999, initial: 0 }),
    openType: integer('打开方式', { required: true, min: 1, max: 4, initial: 1, help: '1 标签页，2 内嵌标签页，3 新浏览器标签页，4 外部链接' }),
    menuLink: text('链接地址', { max: 500 }),
    isHide: bool('隐藏', { initial: false }),
    isKeepAlive: bool('缓存页面', { initial: true }),
    isAffix: bool('固定标签', { initial: false }),
    isIframe: bool('内嵌', { initial: false }),
    isAuth: bool('需要授权', { initial: true }),
    tag: text('角标', { max: 20 }),
    badge: choice('角标数字', BADGES),
    roles: list('可见角色', text('角色', { max: 32 }), { max: 100, help: '不选表示有权打开的人都能看到' }),
    permissionKey: text('权限标识', { max: 120, help: '模块:对象:动作' }),
    module: text('所属模块', { required: true, immutable: true, max: 40, initial: 'system' }),
  },
  {
    title: 'title',
    wire: 'sysMenu',
    scope: { everyone: 'names of pages, a setting of the school' },
    cached: true,
    tree: 'parentId',
    sort: ['sort'],
    select: 'scoped',
    verbs: ['list', 'add', 'update', 'remove', 'export'],
    refusals: {
      pathTaken: '路由地址 {path} 已被“{title}”使用',
      pathForm: '路由地址要以 / 开头，只能用字母、数字、短横线、下划线和斜线：{path}',
      pathNeeded: '菜单要填写路由地址',
      tooDeep: '菜单最多 4 级，放在“{parent}”下面会成为第 {depth} 级',
      cycle: '不能把“{title}”移到自己的下级“{parent}”里面',
      parentType: '“{parent}”是{type}，下面不能放{child}',
      otherTerminal: '“{parent}”属于{terminal}，不能放在一起',
      buttonParent: '按钮要放在菜单下面',
      buttonKey: '按钮要填写权限标识，形如 模块:对象:动作，现在是“{key}”',
      keyTaken: '“{parent}”下面已有权限标识 {key}',
      unknownRole: '没有角色“{role}”',
      unknownKey: '程序里没有权限标识 {key}，这个按钮不会起作用',
      unknownModule: '没有模块“{module}”',
      linkNeeded: '打开方式为{openType}时要填写链接地址',
      linkForm: '链接地址要以 http://、https:// 或 / 开头：{link}',
      hasChildren: '“{title}”下面还有 {count} 项，先移走或删除',
      lastGranter: '“{title}”改掉后就没有人能授权了，不能修改它的权限标识',
      granted: '“{title}”还授给了 {count} 个角色，先取消授权再删除',
    },
  },
)

export const getUserRoutes = action('system.menu.getUserRoutes', '我的菜单', {
  method: 'GET',
  access: 'signedIn',
  input: { appType: text('应用类型', { max: 4 }) },
  many: true,
  output: menuEntry(),
})
/** Returns the map `{permissionKey: true}`; a missing key means no. */
export const getUserBtn = action('system.menu.getUserBtn', '我的按钮', {
  method: 'GET',
  access: 'signedIn',
  input: { appType: text('应用类型', { max: 4 }) },
  output: json<Record<string, boolean>>('按钮', { required: true, untyped: 'the permission keys are the names of its values' }),
})
/** Tells 404 from 403 for an address or menu id the caller's menus lack: no such menu in the school, or not permitted. */
export const menuStanding = action('system.menu.standing', '地址是否存在', {
  method: 'GET',
  access: 'signedIn',
  input: { path: text('路由地址', { max: 500 }), id: text('菜单', { max: 36 }) },
  output: { standing: choice('情况', { absent: '没有', forbidden: '没有权限', open: '可以打开' }, { required: true }) },
})
/** Pinyin of the titles in the caller's menus, for the search by sound: its table is too large for the browser. */
export const menuSpellings = action('system.menu.spellings', '菜单拼音', {
  method: 'GET',
  access: 'signedIn',
  many: true,
  output: { title: text('名称', { required: true, max: 120 }), full: text('全拼', { required: true, max: 400 }), initials: text('首字母', { required: true, max: 120 }) },
})
/** A route entry in the shell's format. */
function menuEntry() {
  return {
    id: ref('menu', '菜单', { required: true }),
    path: text('路由地址', { max: 200 }),
    name: text('路由名称', { max: 100 }),
    redirect: text('重定向', { max: 200 }),
    component: text('页面组件', { max: 200 }),
    openType: integer('打开方式', { required: true }),
    menuLink: text('链接地址', { max: 500 }),
    meta: shape('显示', meta, { required: true }),
    children: json<MenuEntry[]>('下级', { required: true, untyped: 'a tree, whose nodes are all of this shape' }),
  } as const
}
export type MenuMeta = Values<typeof meta>
export interface MenuEntry {
  id: string
  path: string | null
  name: string | null
  redirect: string | null
  component: string | null
  openType: number
  menuLink: string | null
  meta: MenuMeta
  children: MenuEntry[]
}
export interface MenuNode {
  id: string
  parentId: string | null
  title: string
  type: keyof typeof MENU_TYPES
  children: MenuNode[]
}
/** The whole tree with buttons, for menu administration. */
export const getTreeMenu = action('system.menu.getTreeMenu', '菜单树', {
  method: 'GET',
  input: { terminal: choice('终端', TERMINALS) },
  permission: 'system:menu:list',
  many: true,
  output: {
    id: ref('menu', '菜单', { required: true }),
    parentId: ref('menu', '上级'),
    title: text('名称', { required: true, max: 120 }),
    type: choice('类型', MENU_TYPES, { required: true }),
    path: text('路由地址', { max: 200 }),
    component: text('页面组件', { max: 200 }),
    icon: text('图标', { max: 60 }),
    sort: integer('排序', { required: true }),
    openType: integer('打开方式', { required: true }),
    isHide: bool('隐藏', { required: true }),
    permissionKey: text('权限标识', { max: 120 }),
    module: text('模块', { required: true, max: 40 }),
    version: integer('版本', { required: true }),
    children: json<unknown[]>('下级', { required: true, untyped: 'a tree, whose nodes are all of this shape' }),
  },
})
/** The tree a caller may grant from, limited to the caller's own permissions. */
export const gantTreeMenu = action('system.menu.gantTreeMenu', '可授权的菜单树', {
  method: 'GET',
  input: { roleId: ref('role', '角色'), terminal: choice('终端', TERMINALS) },
  permission: 'system:role:list',
  many: true,
  output: {
    id: ref('menu', '菜单', { required: true }),
    parentId: ref('menu', '上级'),
    title: text('名称', { required: true, max: 120 }),
    type: choice('类型', MENU_TYPES, { required: true }),
    children: json<MenuNode[]>('下级', { required: true, untyped: 'a tree, whose nodes are all of this shape' }),
  },
})
const ofRole = { roleId: ref('role', '角色', { required: true }) }
/** Returns the array of checked leaf ids. */
export const getCheckedKeys = action('system.roleMenu.getCheckedKeys', '角色的菜单', {
  method: 'GET',
  input: ofRole,
  many: true,
  output: text('菜单', { required: true, max: 36 }),
  permission: 'system:role:list',
})
/** Returns the role's scopes per menu, `{menuId: scope}`. */
export const getScopes = action('system.roleMenu.getScopes', '角色的菜单范围', {
  method: 'GET',
  input: ofRole,
  output: json<Record<string, string>>('范围', { required: true, untyped: 'ids of menus are the names of its values' }),
  permission: 'system:role:list',
})
/** Moves a menu to another parent and position. */
export const moveMenu = action('system.menu.move', '移动菜单', {
  input: {
    id: ref('menu', '菜单', { required: true }),
    parentId: ref('menu', '上级菜单'),
    position: integer('位置', { required: true, min: 0, max: 999 }),
    version: integer('版本', { required: true }),
  },
  permission: 'system:menu:update',
  output: { id: ref('menu', '菜单', { required: true }), version: integer('版本', { required: true }) },
})
/** Routes and buttons visible to a role. */
export const previewMenu = action('system.menu.preview', '以角色预览', {
  method: 'GET',
  input: { roleId: ref('role', '角色', { required: true }), terminal: choice('终端', TERMINALS) },
  permission: 'system:menu:list',
  many: true,
  output: menuEntry(),
})
