import { action, choice, entity, json, ref, text } from '#model'
import type { Look, OwnChoice } from '#model/theme.ts'
import { TERMINALS } from './menu.ts'

/** A user's settings of the shell, stored per terminal type and shared by all devices of that type. */
export const userPreference = entity(
  'system.userPreference',
  '界面偏好',
  {
    userId: ref('user', '用户', { required: true }),
    terminal: choice('终端', TERMINALS, { required: true }),
    theme: json<OwnChoice>('外观', { required: true }),
  },
  { title: 'terminal', scope: { user: 'userId' }, unique: [['userId', 'terminal']], verbs: [] },
)
const terminal = choice('终端', TERMINALS)
const refusals = { unknown: '外观没有“{key}”这一项，或不能由你自己设置', value: '“{key}”不能是“{value}”' } as const

/** `null` when the user has never saved any. */
export const getPreference = action('system.userPreference.getOne', '我的界面偏好', {
  method: 'GET',
  access: 'signedIn',
  input: { terminal },
  output: { theme: json<OwnChoice>('外观', { required: true, untyped: 'a choice of some of the settings of the look' }) },
})
/** Replaces all settings; an empty object resets to the school's default. */
export const savePreference = action('system.userPreference.save', '保存界面偏好', {
  output: 'none',
  access: 'signedIn',
  input: { terminal, theme: json<Record<string, unknown>>('外观', { required: true, untyped: 'a choice of some of the settings of the look' }) },
  refusals,
})
/** Publishes a look as the default of users without a choice of their own. */
export const publishLook = action('system.userPreference.publish', '发布为学校默认外观', {
  input: { theme: json<Record<string, unknown>>('外观', { required: true, untyped: 'a choice of some of the settings of the look' }) },
  output: { theme: json<Look>('外观', { required: true, untyped: 'a choice of some of the settings of the look' }) },
  refusals,
})

/** URL of a framed menu, with a single-use ticket in place of `{ticket}`, and the page of our own that frames it. */
export const frameAddress = action('system.ticket.issue', '内嵌页地址', {
  access: 'signedIn',
  input: { menuId: ref('menu', '菜单', { required: true }) },
  output: { address: text('地址', { required: true, max: 1000, clear: 'of a page' }), page: text('内嵌页', { required: true, max: 4000 }) },
  refusals: { host: '“{host}”不在允许内嵌的网站中', form: '“{title}”的链接地址不是完整的网址' },
})
/** Redeems a ticket: another system learns which user opened the frame. */
export const redeemTicket = action('system.ticket.redeem', '兑换票据', {
  access: { open: 'the ticket is the credential: random, good once and for a minute; it answers who opened the page and grants nothing' },
  input: { ticket: text('票据', { required: true, max: 43 }), tenantId: text('学校', { max: 12 }) },
  output: {
    tenantId: text('学校', { required: true, max: 12 }),
    userId: ref('user', '用户', { required: true }),
    userName: text('用户名', { required: true, max: 64 }),
    accountNo: text('账号', { required: true, max: 64 }),
    nickName: text('姓名', { required: true, max: 64 }),
    userType: text('用户类型', { max: 2 }),
    departmentId: ref('department', '部门'),
    studentId: ref('student', '学生'),
    teacherId: ref('teacher', '教师'),
  },
  refusals: { gone: '票据不存在、已用过或已过期' },
})
