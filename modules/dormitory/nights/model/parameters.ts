import type { Parameter } from '#model'

/** Settings of nights; hours are set in the curfew profile, sources in 点名方式. */
export const NIGHT_PARAMETERS = {
  nightRosterAt: { label: '归寝名单生成', initial: '18:00', help: '每晚这个时刻按应在寝生成名单，之后请假等变动随时更新到次日 12:00；写成 18:00' },
  nightRemindMinutes: { label: '点名截止前提醒', initial: 15, min: 0, max: 120, unit: '分钟', help: '提醒还没有点名的学生；0 为不提醒' },
  nightMaxAccuracy: { label: '点名定位误差上限', initial: 100, min: 20, max: 1000, unit: '米' },
  nightCollegeMinutes: { label: '未归未处置上报学院', initial: 60, min: 5, max: 720, unit: '分钟' },
  nightOfficerMinutes: { label: '未归未处置上报学工值班', initial: 120, min: 5, max: 720, unit: '分钟' },
  nightCorrectDays: { label: '归寝结果可更正', initial: 2, min: 1, max: 14, unit: '天', help: '到当晚日期后第几天的 12:00 为止' },
  nightPositionDays: { label: '点名位置保存', initial: 180, min: 1, max: 365, unit: '天', help: '到期清除经纬度，只留结果' },
} as const satisfies Readonly<Record<string, Parameter>>
