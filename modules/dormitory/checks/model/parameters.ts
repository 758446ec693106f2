import type { Parameter } from '#model'

/** Settings of checks and their consequences. */
export const CHECK_PARAMETERS = {
  checkVetoCap: { label: '一票否决最高分', initial: 59, min: 0, max: 99, unit: '分', help: '查到否决项而没有找到责任人时，房间最多得这么多分' },
  checkPublishAt: { label: '卫生成绩公布时间', initial: '08:00', help: '每周一的这个时刻公布上周成绩；写成 08:00' },
  checkObjectionDays: { label: '卫生成绩异议期', initial: 2, min: 1, max: 14, unit: '天' },
  checkRecheckDays: { label: '不合格复查', initial: 3, min: 1, max: 14, unit: '天', help: '不合格的房间在这么多天内复查' },
  checkDeviation: { label: '检查人偏差提示', initial: 2, min: 1, max: 5, unit: '倍标准差' },
  violationStatementDays: { label: '违纪陈述时间', initial: 3, min: 1, max: 14, unit: '天' },
  violationReturnDays: { label: '暂扣物品归还', initial: 30, min: 1, max: 180, unit: '天', help: '登记暂扣时的归还日期，可以改' },
  violationLates: { label: '晚归起草违纪', initial: 3, min: 1, max: 20, unit: '次', help: '30 天内晚归达到这么多次' },
  violationNightsOut: { label: '夜不归宿提请移交', initial: 2, min: 1, max: 20, unit: '次', help: '一学期内夜不归宿达到这么多次' },
} as const satisfies Readonly<Record<string, Parameter>>
