import { action, bool, integer, list, shape, text } from '#model'

/** The school's settings of this module. */
export const identityParameters = {
  mfaEnabled: {
    label: '二次验证',
    initial: true as boolean,
    help: '开启后，标有“须二次验证”的角色登录时要再用身份验证器或短信验证码确认',
    risky: '关闭后，管理员只凭密码就能登录；等级保护三级要求管理员用两种方式鉴别身份',
    effect: '下次登录时生效',
  },
  trustDays: { label: '受信任设备免二次验证', initial: 30 as number, min: 0, max: 90, unit: '天', help: '0 表示每次都要验证' },
} as const

/** Checks a password against the school's policy, rule by rule; nothing is stored or logged. */
export const testPassword = action('identity.passwordPolicy.test', '试一试密码', {
  permission: 'system:baseParams:list',
  input: {
    password: text('密码', { required: true, max: 200 }),
    userName: text('用户名', { max: 64 }),
    mobile: text('手机号', { max: 20 }),
    isPrivileged: bool('特权角色'),
  },
  output: {
    level: integer('强度', { required: true }),
    rules: list('规则', shape('规则', { rule: text('规则', { required: true, max: 40 }), isMet: bool('符合', { required: true }) }), { required: true }),
  },
})
/** Rules the tester reports; reuse can only be checked for the user's own passwords. */
export const POLICY_RULES = ['tooWeak', 'tooLong', 'containsAccount', 'containsNumber'] as const
export type PolicyRule = (typeof POLICY_RULES)[number]
/** Networks that many users signed in from during the last thirty days: candidates for campus ranges. */
export const learntRanges = action('identity.campusRange.learnt', '可能是校园网的地址段', {
  method: 'GET',
  permission: 'system:baseParams:list',
  many: true,
  output: {
    range: text('地址段', { required: true, max: 60 }),
    people: integer('人数', { required: true }),
    signIns: integer('登录次数', { required: true }),
  },
})
