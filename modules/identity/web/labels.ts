import { t } from '#web/i18n/index.ts'
import type { PolicyRule } from '../model/credentials-policy.ts'

/** By reason code of the sign-in log. */
const REASONS: Readonly<Record<string, string>> = {
  password: '密码错误',
  unknown: '没有这个账号',
  code: '验证码错误',
  secondFactor: '第二步验证',
  lockMade: '连续输错被锁定',
  locked: '锁定期间登录',
  disabled: '账号已停用',
  expired: '账号已过期',
  wayOff: '登录方式未开放',
  unbound: '外部账号未绑定',
  ticket: '外部登录凭证无效',
  jwt: '外部登录凭证无效',
  scan: '二维码已失效',
  state: '登录已过期或不是从本页开始',
  closed: '登录方式未开放',
  unreachable: '外部系统没有应答',
  refused: '外部系统没有确认',
  notTrusted: '外部系统没有确认',
}
/** Display text of a failed sign-in's reason. */
export const reasonText = (reason: string | null): string => t(REASONS[reason ?? ''] ?? '其他')
export const RULES: Readonly<Record<PolicyRule, string>> = {
  tooWeak: '达到要求的强度',
  tooLong: '不超过 64 个字符',
  containsAccount: '不含用户名或账号',
  containsNumber: '不含手机号或证件号中的数字',
}
