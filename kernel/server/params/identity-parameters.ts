import type { Parameter, SettingsOf } from '#model'

/** System parameters identity reads, by group. */
export const identityParameters = {
  login: {
    captchaAfter: { label: '连续失败几次后要求人机验证（0 为每次）', initial: 3, min: 0, max: 20 },
    maxFailures: { label: '连续失败几次后锁定（0 为不锁定）', initial: 5, min: 0, max: 50 },
    failMinutes: { label: '统计失败次数的时长（分钟）', initial: 15, min: 1, max: 1440 },
    lockMinutes: { label: '锁定时长（分钟）', initial: 15, min: 1, max: 1440 },
    ipPerMinute: { label: '同一地址每分钟最多登录次数', initial: 600, min: 10, max: 100000 },
    ipAccounts: { label: '同一地址最多多少个账号登录失败', initial: 50, min: 5, max: 5000 },
    campusRanges: { label: '校园网地址段（逗号分隔，只要求人机验证，不拦截）', initial: '' },
  },
  password: {
    minLevel: { label: '密码强度下限（0 弱，1 中，2 强）', initial: 1, min: 0, max: 2 },
    history: { label: '不得与最近几次密码相同', initial: 5, min: 0, max: 24 },
    maxAgeDays: { label: '密码有效天数（0 为不限）', initial: 0, min: 0, max: 3650 },
    privilegedMaxAgeDays: { label: '特权角色的密码有效天数（0 为不限）', initial: 180, min: 0, max: 3650 },
  },
  session: {
    refreshHours: { label: '电脑端登录保持时长（小时）', initial: 12, min: 1, max: 720 },
    mobileRefreshHours: { label: '手机端登录保持时长（小时）', initial: 720, min: 1, max: 2160 },
    maxPerUser: { label: '每个账号最多同时登录几处', initial: 5, min: 1, max: 100 },
    signMode: { label: '请求签名校验（off 关闭，log 只记录，enforce 强制）', initial: 'log' },
  },
} as const satisfies Record<string, Record<string, Parameter>>

type Groups = typeof identityParameters
export type Settings<G extends keyof Groups> = SettingsOf<Groups[G]>

/** A group's values with its defaults where the school has set nothing usable. */
export function settings<G extends keyof Groups>(group: G, given: Readonly<Record<string, unknown>> | null | undefined): Settings<G> {
  const known = cache[group].get(given ?? UNSET)
  if (known) return known as Settings<G>
  const declared = Object.entries(identityParameters[group]) as Array<[string, Parameter]>
  const pairs = declared.map(([key, p]) => [key, usable(p, given?.[key]) ? given?.[key] : p.initial])
  const made = Object.fromEntries(pairs) as Settings<G>
  cache[group].set(given ?? UNSET, made)
  return made
}
const UNSET = {}
/** Memoised per stored object, which the parameter cache replaces on a change: read on every call. */
const cache: Record<keyof Groups, WeakMap<object, object>> = { login: new WeakMap(), password: new WeakMap(), session: new WeakMap() }
const usable = (p: Parameter, value: unknown): boolean =>
  typeof value === typeof p.initial && (typeof value !== 'number' || (value >= (p.min ?? value) && value <= (p.max ?? value)))
