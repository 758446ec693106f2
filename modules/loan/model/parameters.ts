import type { Parameter } from '#model'

export const PARAMETERS = {
  codeLength: { label: '回执验证码位数', initial: 6, min: 4, max: 10, unit: '位' },
  receiptBy: { label: '回执录入截止', initial: '10-20', help: '每学年第一学期的月-日，如 10-20' },
  arriveBy: { label: '放款最晚到账', initial: '12-15', help: '每学年第一学期的月-日；到期没有到账，缓缴按通知天数结束' },
  noticeDays: { label: '结束缓缴的通知', initial: 14, min: 14, max: 90, unit: '天' },
  lockMinutes: { label: '录入回执占用', initial: 10, min: 2, max: 60, unit: '分钟' },
  contactDays: { label: '联系方式有效', initial: 30, min: 1, max: 365, unit: '天', help: '毕业确认前要在这些天内核对过' },
  renewalRemindHours: { label: '续贷提醒', initial: '168,72,24', help: '截止前多少小时提醒还没有答复的学生，用逗号隔开' },
  lpr: { label: '五年期 LPR', initial: 350, min: 1, max: 2000, unit: '万分之', help: '还款测算用，350 就是 3.5%' },
} as const satisfies Readonly<Record<string, Parameter>>
