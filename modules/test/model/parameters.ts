import type { Parameter } from '#model'

export const TEST_PARAMETERS = {
  poolTimes: { label: '每人各抽时题量须为', initial: 3, min: 1, max: 20, unit: '倍', help: '可用的题至少是所需的这么多倍，试卷之间才不至于太像' },
  graceSeconds: { label: '到时后仍收答案', initial: 30, min: 0, max: 300, unit: '秒', help: '网络慢的答案在这段时间里还算数' },
  takeOvers: { label: '可换设备次数', initial: 3, min: 0, max: 20, unit: '次', help: '再换须监考放行' },
  subsetPercent: { label: '多选少选得分', initial: 50, min: 0, max: 100, unit: '%', help: '没有选错、但没有选全时得这道题的百分之几' },
  remindHours: { label: '截止前提醒', initial: '24,2', help: '截止前多少小时提醒还没有完成的人，用逗号隔开' },
  offlineSeconds: { label: '多久没有消息算掉线', initial: 60, min: 20, max: 600, unit: '秒' },
  outagePercent: { label: '掉线提示', initial: 5, min: 1, max: 100, unit: '%', help: '作答中的人一分钟内掉线超过这个比例，提示监考全体延长' },
  markGapPercent: { label: '双评相差', initial: 20, min: 1, max: 100, unit: '%', help: '两人的分相差超过满分的这个比例，由第三人再阅' },
  recheckDays: { label: '可申请复核', initial: 3, min: 0, max: 60, unit: '天', help: '成绩发布后这些天内可以申请复核，0 为不接受' },
  othersMark: { label: '自己班的答卷由别人阅', initial: true },
  analysisFrom: { label: '试题分析起算', initial: 30, min: 2, max: 1000, unit: '人次', help: '作答少于这么多人次的题，不算难度和区分度' },
} as const satisfies Readonly<Record<string, Parameter>>
