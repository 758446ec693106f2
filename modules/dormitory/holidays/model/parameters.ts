import type { Parameter } from '#model'

/** Settings of holidays. */
export const HOLIDAY_PARAMETERS = {
  returnGraceDays: { label: '返校宽限', initial: 0, min: 0, max: 30, unit: '天', help: '收假日以后这么多天内返校不算逾期' },
  returnTime: { label: '返校截止时刻', initial: '22:00', help: '收假日（加宽限）这一刻以后未返校的算逾期；写成 22:00' },
  stayLates: { label: '留校期间晚归提醒', initial: 3, min: 1, max: 60, unit: '次', help: '达到后列入“需谈话”，可收回留校' },
  stayNightsOut: { label: '留校期间未归提醒', initial: 2, min: 1, max: 60, unit: '晚', help: '达到后列入“需谈话”，可收回留校' },
  stayCommitment: {
    label: '留校承诺',
    initial: '假期留校期间，我遵守宿舍管理规定，按时归寝，不留宿他人，不使用违规电器，外出注意安全，有事及时联系责任教师。',
    help: '学生申请留校时须同意',
  },
} as const satisfies Readonly<Record<string, Parameter>>
