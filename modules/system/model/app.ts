import { action, bool, choice, datetime, dict, dictionary, entity, integer, json, list, ref, rich, text } from '#model'
import type { Look } from '#model/theme.ts'
import { BADGES, TERMINALS } from './menu.ts'

export const appCategory = dictionary('appCategory', '应用分类', {
  study: '学籍与学业',
  life: '生活与宿舍',
  leave: '请假与外出',
  aid: '资助与奖励',
  money: '缴费与财务',
  growth: '成长与活动',
  office: '办公与管理',
  other: '其他',
})

/** Audience of an app; empty means everybody. */
export interface Audience {
  roles?: string[]
  departmentIds?: string[]
}

export const appName = entity(
  'system.appName',
  '应用',
  {
    name: text('应用名称', { required: true, max: 40, search: true }),
    nameTw: text('繁体名称', { max: 40 }),
    nameEn: text('英文名称', { max: 80 }),
    icon: text('图标', { required: true, max: 60 }),
    category: dict('分类', appCategory, { required: true }),
    url: text('地址', { required: true, max: 500, help: '站内地址以 / 开头；站外要写全 http:// 或 https://' }),
    openType: integer('打开方式', { required: true, min: 1, max: 4, initial: 1, help: '1 标签页，2 内嵌标签页，3 新浏览器标签页，4 外部链接' }),
    terminals: list('终端', choice('终端', TERMINALS), { required: true, max: 4 }),
    audience: json<Audience>('开放对象'),
    beginAt: datetime('开放时间'),
    endAt: datetime('截止时间'),
    guide: rich('办事指南', { max: 20000 }),
    badge: choice('角标数字', BADGES),
    isRecommended: bool('推荐', { required: true, initial: false }),
    sort: integer('排序', { min: 0, max: 99999, initial: 0, sortable: true }),
    isEnabled: bool('启用', { required: true, initial: true }),
    menuId: ref('menu', '对应菜单'),
  },
  {
    title: 'name',
    scope: { everyone: 'a setting of the school: its applications' },
    cached: true,
    unique: [['name']],
    select: 'scoped',
    sort: ['sort'],
    verbs: ['list', 'add', 'update', 'remove', 'export'],
    refusals: {
      urlForm: '地址要以 / 开头，或写全 http://、https://：{url}',
      window: '截止时间 {endAt} 早于开放时间 {beginAt}',
      audience: '开放对象只认角色和部门，不认识“{key}”',
      unknownRole: '没有角色“{role}”',
      inUse: '“{name}”被 {count} 人收藏，先停用，不要删除',
    },
  },
)

export const userAppMark = entity(
  'system.userAppMark',
  '我的应用',
  {
    userId: ref('user', '用户', { required: true }),
    appId: ref('appName', '应用', { required: true }),
    isCollected: bool('收藏', { required: true, initial: false }),
    usedCount: integer('使用次数', { required: true, initial: 0 }),
    lastUsedAt: datetime('最近使用'),
    sort: integer('排序', { required: true, initial: 0 }),
  },
  { title: 'appId', scope: { user: 'userId' }, unique: [['userId', 'appId']], verbs: [] },
)

const app = {
  id: ref('appName', '应用', { required: true }),
  name: text('应用名称', { required: true, max: 80 }),
  icon: text('图标', { required: true, max: 60 }),
  category: text('分类', { required: true, max: 64 }),
  categoryName: text('分类名称', { required: true, max: 100 }),
  url: text('地址', { required: true, max: 500 }),
  openType: integer('打开方式', { required: true }),
  badge: choice('角标数字', BADGES),
  isRecommended: bool('推荐', { required: true }),
  isCollected: bool('已收藏', { required: true }),
  usedCount: integer('使用次数', { required: true }),
  isOpen: bool('在开放时间内', { required: true }),
  beginAt: datetime('开放时间'),
  endAt: datetime('截止时间'),
  menuId: ref('menu', '对应菜单'),
} as const
export const getUserApp = action('system.appName.getUserApp', '我的应用', {
  method: 'GET',
  access: 'signedIn',
  input: { terminal: choice('终端', TERMINALS) },
  many: true,
  output: app,
})
export const getUserUsedApp = action('system.appName.getUserUsedApp', '最近使用的应用', {
  method: 'GET',
  access: 'signedIn',
  input: { size: integer('数量', { min: 1, max: 200 }) },
  many: true,
  output: app,
})
export const getUserCollection = action('system.appName.getUserCollection', '收藏的应用', {
  method: 'GET',
  access: 'signedIn',
  input: { isAll: text('全部', { max: 5 }), size: integer('数量', { min: 1, max: 200 }) },
  many: true,
  output: app,
})
/** Apps visible to a role. */
export const previewApps = action('system.appName.preview', '以角色预览应用', {
  method: 'GET',
  permission: 'system:appName:list',
  input: { roleId: ref('role', '角色', { required: true }), terminal: choice('终端', TERMINALS, { required: true }) },
  many: true,
  output: app,
})
/** Saves the user's own order of apps (drag and drop). */
export const arrangeApps = action('system.appName.arrange', '排列应用', {
  output: 'none',
  permission: 'system:appName:update',
  input: { ids: list('应用', ref('appName', '应用'), { required: true, max: 2000 }) },
})
export const collectApp = action('system.appName.collect', '收藏应用', {
  output: 'none',
  access: 'signedIn',
  input: { id: ref('appName', '应用', { required: true }), isCollected: bool('收藏', { required: true }) },
})
export const useApp = action('system.appName.used', '记录使用', { output: 'none', access: 'signedIn', input: { id: ref('appName', '应用', { required: true }) } })

/** Branding of one realm (title, logo, addresses …); the field names follow the customer's contract. */
export const appInfo = entity(
  'system.appInfo',
  '应用信息',
  {
    appType: integer('应用类型', { required: true, immutable: true, min: 0, max: 3, help: '0 管理域，1 管理域手机页，2 迎新域，3 考试域' }),
    ssoType: text('单点登录方式', { max: 20 }),
    ssoLoginUrl: text('单点登录地址', { max: 500 }),
    ssoLogoutUrl: text('单点退出地址', { max: 500 }),
    isWartermark: bool('水印', { required: true, initial: false }),
    wartermarkText: text('水印文字', { max: 60 }),
    globalTitle: text('系统标题', { max: 60, initial: '智慧校园综合服务平台' }),
    globalViceTitle: text('副标题', { max: 60 }),
    ureportUrl: text('报表地址', { max: 500, format: 'url' }),
    loginTips: text('登录提示', { max: 500, multiline: true }),
    showLogin: integer('显示登录表单', { min: 0, max: 1, initial: 1 }),
    logo: text('标志', { max: 200 }),
    loginBackground: text('登录背景', { max: 200 }),
    languages: list('语言', choice('语言', { 'zh-cn': '简体中文', 'zh-tw': '繁體中文', en: 'English' }), { max: 3 }),
    recordNo: text('备案号', { max: 60 }),
    /** Set by publishing a look from the shell's settings, not in this form. */
    theme: json<Look>('默认外观', { readonly: true }),
  },
  {
    title: 'globalTitle',
    scope: { everyone: 'name and appearance of the school, published before sign-in' },
    cached: true,
    unique: [['appType']],
    select: 'scoped',
    sort: ['appType'],
    verbs: ['list', 'add', 'update'],
    refusals: { address: '“{label}”不是有效的公网网址；校内的地址须先由运维人员加入服务器的 OUTBOUND_HOSTS' },
  },
)
export const getAppInfo = action('system.openApi.getAppInfo', '应用信息', {
  method: 'GET',
  access: { open: 'the sign-in page shows the school before anybody is signed in' },
  input: { appType: text('应用类型', { max: 4 }), tenantId: text('学校', { max: 12 }) },
  output: {
    tenantId: text('学校', { required: true, max: 12 }),
    schoolName: text('学校名称', { required: true, max: 100 }),
    appType: integer('应用类型', { required: true }),
    ssoType: text('单点登录方式', { max: 20 }),
    ssoLoginUrl: text('单点登录地址', { max: 500 }),
    ssoLogoutUrl: text('单点退出地址', { max: 500 }),
    isWartermark: bool('水印', { required: true }),
    wartermarkText: text('水印文字', { max: 60 }),
    globalTitle: text('系统标题', { required: true, max: 60 }),
    globalViceTitle: text('副标题', { max: 60 }),
    ureportUrl: text('报表地址', { max: 500 }),
    loginTips: text('登录提示', { max: 500 }),
    showLogin: integer('显示登录表单', { required: true }),
    logo: text('标志', { max: 200 }),
    loginBackground: text('登录背景', { max: 200 }),
    languages: list('语言', text('语言', { max: 10 }), { required: true }),
    recordNo: text('备案号', { max: 60 }),
    theme: json<Look>('默认外观', { untyped: 'a choice of some of the settings of the look' }),
  },
})

export const richText = entity(
  'system.richText',
  '富文本',
  { params: text('标识', { required: true, immutable: true, max: 100 }), title: text('标题', { max: 200 }), content: rich('内容', { max: 200000 }) },
  { title: 'title', scope: { everyone: 'published texts of the school' }, unique: [['params']], verbs: [] },
)
export const getRichText = action('system.richText.getOne', '查看富文本', {
  method: 'GET',
  access: 'signedIn',
  input: { params: text('标识', { required: true, max: 100 }) },
  output: {
    params: text('标识', { required: true, max: 100 }),
    title: text('标题', { max: 200 }),
    content: rich('内容', { max: 200000 }),
    version: integer('版本', { required: true }),
  },
})
/** Texts that the program itself shows, by their key; a school adds further ones for callers of its own. */
export const OWN_TEXTS = { privacy: '隐私政策' } as const
export const richTexts = action('system.richText.texts', '富文本目录', {
  method: 'GET',
  permission: 'system:richText:add',
  many: true,
  output: {
    params: text('标识', { required: true, max: 100 }),
    title: text('标题', { max: 200 }),
    isWritten: bool('已写', { required: true }),
    updatedAt: datetime('修改时间'),
  },
})
export const saveRichText = action('system.richText.add', '保存富文本', {
  input: {
    params: text('标识', { required: true, max: 100 }),
    title: text('标题', { max: 200 }),
    content: rich('内容', { max: 200000 }),
    version: integer('版本', { min: 1 }),
  },
  output: {
    id: ref('richText', '富文本', { required: true }),
    version: integer('版本', { required: true }),
    removed: list('去掉的内容', text('内容', { max: 100 }), { required: true }),
  },
})
