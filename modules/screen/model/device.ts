import { action, bool, choice, date, datetime, entity, integer, list, ref, states, text, time } from '#model'

/** `pairing`: confirmed, but the browser has not collected its key yet. */
export const deviceStates = states({
  pairing: { label: '等待领取', tone: 'waiting' },
  active: { label: '在用', tone: 'done' },
  silent: { label: '失联', tone: 'attention' },
  revoked: { label: '已撤销', tone: 'over' },
  expired: { label: '已到期', tone: 'over' },
})
/** States in which a key is valid. */
export const mayRead = (state: string): boolean => state === 'active' || state === 'silent'

/** Who arranges what the school's screens show. */
export const CONFIGURE = 'screen:bigScreen:configure'
const given = {
  name: text('名称', { required: true, max: 40, search: true }),
  place: text('位置', { required: true, max: 60, search: true, help: '挂在哪里，例如 3 号楼一层值班室' }),
  screens: list('大屏', text('大屏', { max: 60 }), { required: true, max: 20 }),
  playlistId: ref('playlist', '播放列表', { help: '空着时停在打开的那一块；列表里没有授给这台设备的大屏会跳过' }),
  departmentId: ref('department', '数据范围', { help: '空着为全校' }),
  cidrs: list('允许的地址', text('地址段', { max: 50 }), { max: 20, help: '授权码只在这些地址有效，例如 10.1.2.3 或 10.1.0.0/16' }),
  showRooms: bool('显示房间号', { required: true, initial: false, help: '访客能看到这块屏时不要打开' }),
  showMaskedNames: bool('显示隐去名的姓名', { required: true, initial: false, help: '如“张**”；访客能看到这块屏时不要打开' }),
  darkFrom: time('熄屏自', { help: '值班室等整夜要看的屏，两项都空着' }),
  darkTo: time('熄屏至'),
  expiresAt: date('有效期至', { required: true }),
} as const

/** 屏幕授权码: device key that lets one browser read the measures of some big screens, and nothing else. */
export const screenDevice = entity(
  'screen.screenDevice',
  '大屏设备',
  {
    ...given,
    state: deviceStates.field('状态', { initial: 'pairing', sortable: true }),
    keyHash: text('授权码', { readonly: true, secret: true, max: 64 }),
    pairedFrom: text('配对地址', { readonly: true, max: 45 }),
    revokedAt: datetime('吊销时间', { readonly: true }),
    /** Each is notified once. */
    silentToldAt: datetime('失联提醒', { readonly: true, secret: 'internal' }),
    expiryToldAt: datetime('到期提醒', { readonly: true, secret: 'internal' }),
    lastSeenAt: datetime('最近在线', { computed: true }),
    runs: text('正在显示', { computed: true, max: 60 }),
    window: text('窗口', { computed: true, max: 20 }),
  },
  {
    title: 'name',
    // devices belong to the school; the permission is reserved to screen administrators
    scope: { everyone: 'devices of the school; their keys are write-only' },
    cached: true,
    unique: [['name']],
    select: 'scoped',
    sort: ['name'],
    verbs: ['list', 'update', 'export'],
    refusals: {
      noScreen: '请至少选择一块大屏',
      unknownScreen: '没有名为“{screen}”的大屏',
      lacksScreen: '你没有“{screen}”的权限，不能授给设备',
      lacksScope: '“{screen}”的范围超出你自己的数据范围',
      range: '“{range}”不是地址或地址段，应写成 10.1.2.3 或 10.1.0.0/16',
      past: '有效期 {expiresAt} 已经过去',
      darkHalf: '熄屏时间要同时填写起止，或都空着',
      nameTaken: '已有名为“{name}”的设备',
      over: '“{name}”{state}，不能再修改；请重新配对',
    },
  },
)
const code = text('配对码', { required: true, max: 6 })

/** Requests a pairing code to display. Unauthenticated: it proves nothing, and a signed-in user confirms the pairing. */
export const openPairing = action('screen.screenDevice.openPairing', '显示配对码', {
  access: { open: '没有授权码的大屏显示配对码' },
  limit: 30,
  input: { tenantId: text('学校', { max: 12 }) },
  output: { code: text('配对码', { required: true, max: 6 }), secret: text('凭据', { required: true, max: 43 }), seconds: integer('有效秒数', { required: true }) },
})
/** Whether big screens of this school need a device key; otherwise they read the open measures. */
export const wallStanding = action('screen.wall.standing', '大屏是否须授权', {
  method: 'GET',
  access: { open: '没有授权码的大屏先问要不要授权' },
  output: { isKeyNeeded: bool('须授权码', { required: true }) },
})
/** The browser that shows the code collects its key, once. */
export const collectKey = action('screen.screenDevice.collect', '领取授权码', {
  access: { open: '凭配对时的随机凭据领取授权码' },
  input: { secret: text('凭据', { required: true, max: 43 }), tenantId: text('学校', { max: 12 }) },
  output: { state: choice('状态', { waiting: '等待确认', ready: '已授权', gone: '已失效' }, { required: true }), key: text('授权码', { max: 60 }) },
})
/** The browser behind a code, shown before confirming. */
export const pairingOf = action('screen.screenDevice.pairing', '查看配对码', {
  method: 'GET',
  permission: 'screen:screenDevice:pair',
  input: { code },
  output: { ip: text('地址', { required: true, max: 45 }), seconds: integer('剩余秒数', { required: true }) },
  refusals: { codeGone: '没有配对码“{code}”，或已过 5 分钟；请看屏幕上的新码' },
})
export const pairScreen = action('screen.screenDevice.pair', '配对', {
  input: { code, ...given },
  output: { id: ref('screenDevice', '大屏设备', { required: true }) },
  refusals: { codeGone: '没有配对码“{code}”，或已过 5 分钟；请看屏幕上的新码', taken: '配对码“{code}”已由{by}确认' },
})
export const revokeScreens = action('screen.screenDevice.revoke', '撤销', {
  input: { ids: list('设备', ref('screenDevice', '大屏设备'), { required: true, max: 100 }) },
  output: { count: integer('台数', { required: true }) },
})
/** Catalogue of measures with refresh interval and screens. */
export const measureCatalogue = action('screen.measure.list', '大屏指标', {
  method: 'GET',
  permission: 'screen:screenDevice:list',
  many: true,
  output: {
    code: text('代码', { required: true, max: 60 }),
    title: text('指标', { required: true, max: 60 }),
    definition: text('口径', { required: true, max: 500 }),
    refresh: integer('刷新间隔', { required: true }),
    isOpen: bool('公开', { required: true }),
    screens: list('大屏', text('大屏', { max: 60 }), { required: true }),
  },
})
/** Big screens the caller may assign to a device. */
export const screenChoices = action('screen.bigScreen.choices', '可选大屏', {
  method: 'GET',
  permission: 'screen:screenDevice:list',
  many: true,
  output: {
    code: text('代码', { required: true, max: 60 }),
    title: text('大屏', { required: true, max: 60 }),
    path: text('地址', { required: true, max: 100 }),
    mayGive: bool('可以授权', { required: true }),
  },
})
export const deviceActions = [openPairing, wallStanding, collectKey, pairingOf, pairScreen, revokeScreens, measureCatalogue, screenChoices]
