import { t } from '#web/i18n/index.ts'

const WAYS: Readonly<Record<string, string>> = {
  account: '密码',
  mobile: '短信验证码',
  scan: '扫码',
  mfa: '第二步验证',
  cas: 'CAS',
  oauth2: 'OAuth2',
  jwt: 'JWT',
  wecom: '企业微信',
  social: '统一身份认证',
  welcome: '迎新登录',
  exam: '考试登录',
}
const REASONS: Readonly<Record<string, string>> = {
  password: '密码错误',
  unknown: '没有这个账号',
  locked: '账号锁定中',
  lockMade: '连续输错，账号锁定',
  disabled: '账号已停用',
  expired: '账号已过期',
  secondFactor: '等待第二步验证',
  code: '验证码错误',
  captcha: '人机验证错误',
}
/** Label of a sign-in method. */
export const wayWord = (way: string): string => (WAYS[way] ? t(WAYS[way]) : way)
/** Label of a failure reason. */
export const reasonWord = (reason: string | null): string => (reason && REASONS[reason] ? t(REASONS[reason]) : (reason ?? ''))
