import type { Parameter } from '#model'

export const RESULT_PARAMETERS = {
  recheckDays: { label: '申请复核', initial: 3, min: 1, max: 30, unit: '天', help: '成绩发布后这些天内可以申请复核，到最后一天的 24 点为止' },
  confirmDays: { label: '确认录取', initial: 5, min: 1, max: 30, unit: '天', help: '录取结果公布后这些天内确认，到最后一天的 24 点为止' },
  roundDays: { label: '递补录取后确认', initial: 2, min: 1, max: 30, unit: '天', help: '递补录取后这些天内确认，到最后一天的 24 点为止' },
  autoRounds: { label: '自动递补', initial: true, help: '一轮确认全部答复或到期后，空出的名额自动递补下一轮，直到没有空名额或候补考生；不打开的，由招生办手动递补' },
} as const satisfies Readonly<Record<string, Parameter>>
