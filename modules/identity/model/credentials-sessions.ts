import { action, bool, choice, datetime, integer, list, ref, shape, text } from '#model'
import { WAY_REALMS } from './credentials-ways.ts'

export const TERMINALS = { pc: '电脑', mobile: '手机', wecom: '企业微信' } as const
const session = {
  id: text('会话', { required: true, max: 64 }),
  terminal: choice('终端', TERMINALS, { required: true }),
  device: text('设备', { max: 200 }),
  ip: text('地址', { max: 64 }),
  createdAt: datetime('登录时间', { required: true }),
  lastActiveAt: datetime('最近活动', { required: true }),
} as const

/** Current sessions within the reader's data scope. */
export const onlineUsers = action('identity.online.list', '在线用户', {
  method: 'GET',
  input: {
    keyword: text('姓名或账号', { max: 64 }),
    realm: choice('登录域', WAY_REALMS),
    terminal: choice('终端', TERMINALS),
    departmentId: ref('department', '部门'),
    roleId: ref('role', '角色'),
    current: integer('页', { min: 1 }),
    size: integer('每页', { min: 1, max: 200 }),
  },
  output: {
    total: integer('会话数', { required: true }),
    people: integer('人数', { required: true }),
    result: list(
      '会话',
      shape('会话', {
        ...session,
        userId: ref('user', '用户', { required: true }),
        accountNo: text('账号', { required: true, max: 32 }),
        nickName: text('姓名', { required: true, max: 64 }),
        departmentName: text('部门', { max: 120 }),
        realm: choice('登录域', WAY_REALMS, { required: true }),
        isCurrent: bool('本次会话', { required: true }),
      }),
      { required: true },
    ),
  },
})
/** Ends sessions, or all sessions of some users; never the caller's own. */
export const kickOnline = action('identity.online.kick', '结束会话', {
  input: { sessionIds: list('会话', text('会话', { max: 64 }), { max: 500 }), userIds: list('用户', ref('user', '用户'), { max: 500 }) },
  output: { ended: integer('已结束', { required: true }) },
  refusals: { nothing: '请选择要结束的会话' },
})
/** Ends the sessions of all holders of a role. */
export const kickRole = action('identity.online.kickRole', '结束一个角色的会话', {
  permission: 'identity:online:kick',
  input: { roleId: ref('role', '角色', { required: true }) },
  output: { people: integer('人数', { required: true }), ended: integer('已结束', { required: true }) },
})
export const mySessions = action('identity.mySession.list', '我的设备', {
  method: 'GET',
  access: 'signedIn',
  many: true,
  output: { ...session, realm: choice('登录域', WAY_REALMS, { required: true }), isCurrent: bool('本次会话', { required: true }) },
})
/** Without a session id: all sessions but the current one. */
export const endMySession = action('identity.mySession.end', '退出设备', {
  access: 'signedIn',
  input: { sessionId: text('会话', { max: 64 }) },
  output: { ended: integer('已退出', { required: true }) },
})
export const mySignIns = action('identity.signIn.mine', '登录记录', {
  method: 'GET',
  access: 'signedIn',
  many: true,
  output: {
    id: text('编号', { required: true, max: 64 }),
    at: datetime('时间', { required: true }),
    way: text('方式', { required: true, max: 40 }),
    result: choice('结果', { success: '成功', failure: '失败', refused: '被拒绝' }, { required: true }),
    reason: text('原因', { max: 40 }),
    ip: text('地址', { max: 64 }),
    device: text('设备', { max: 200 }),
  },
})
const counted = (label: string) => list(label, shape(label, { key: text('项', { required: true, max: 60 }), count: integer('次数', { required: true }) }), { required: true })
export const signInStatistics = action('identity.signIn.statistics', '登录统计', {
  method: 'GET',
  input: { days: integer('天数', { min: 1, max: 366 }) },
  output: {
    total: integer('登录次数', { required: true }),
    people: integer('登录人数', { required: true }),
    failures: integer('失败次数', { required: true }),
    ways: counted('方式'),
    terminals: counted('终端'),
    reasons: counted('失败原因'),
    hours: list('时段', shape('时段', { hour: integer('时', { required: true }), count: integer('成功', { required: true }), failures: integer('失败', { required: true }) }), {
      required: true,
    }),
    weak: list(
      '弱密码',
      shape('弱密码', { departmentName: text('部门', { required: true, max: 120 }), people: integer('人数', { required: true }), weak: integer('弱密码', { required: true }) }),
      { required: true },
    ),
  },
})
