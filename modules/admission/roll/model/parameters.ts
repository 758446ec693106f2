import type { Parameter } from '#model'

/** Days of this year's admission, as 2026-08-25. */
export const ROLL_PARAMETERS = {
  'welcome.from': { label: '迎新系统开放', initial: '', help: '新生从哪天起可以登录，如 2026-07-20，不填为不限' },
  'welcome.to': { label: '迎新系统关闭', initial: '', help: '新生到哪天为止可以登录，不填为不限' },
  'intent.deadline': { label: '意向确认截止', initial: '', help: '到哪天为止可以确认或放弃，不填为报到截止' },
  'arrival.from': { label: '报到开始', initial: '', help: '如 2026-09-01，不填为不显示' },
  'arrival.to': { label: '报到截止', initial: '', help: '如 2026-09-03，不填为还没有定' },
  'enrol.date': { label: '入学日期', initial: '', help: '写进学籍的入学日期，不填为当年 9 月 1 日' },
} as const satisfies Readonly<Record<string, Parameter>>
