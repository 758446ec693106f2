import type { Parameter } from '#model'

export const PARAMETERS = {
  leadDays: { label: '活动提前申请', initial: 3, min: 0, max: 60, unit: '个工作日' },
  leadDaysRisky: { label: '有风险预案或校外嘉宾的提前申请', initial: 10, min: 0, max: 60, unit: '个工作日' },
  planFrom: { label: '须交安全预案', initial: 200, min: 1, max: 100_000, unit: '人', help: '名额到这么多人的活动，以及校外、过夜、涉水的活动，要交安全预案' },
  reviewsGuests: { label: '校外嘉宾须宣传部审核', initial: true, help: '论坛、讲座等请校外人员的，一会一报' },
  setupMinutes: { label: '布置和清场', initial: 30, min: 0, max: 240, unit: '分钟', help: '场地在开始前、结束后各多占这么久' },
  refusesClash: { label: '时间冲突不能报名', initial: false, help: '不打开的，提醒以后仍可以报名' },
  offerHours: { label: '候补确认', initial: 2, min: 1, max: 72, unit: '小时', help: '空出的名额给候补的第一位，这么久没有确认的给下一位' },
  atOnceHours: { label: '开始前直接递补', initial: 6, min: 0, max: 72, unit: '小时', help: '离开始不到这么久时，空出的名额不再等确认' },
  halvesRecent: { label: '抽签照顾最近没有录取过的', initial: false, help: '打开的，最近录取过活动的学生在抽签中权重减半' },
  recentDays: { label: '最近录取', initial: 30, min: 1, max: 365, unit: '天', help: '抽签前多久以内录取过活动的，权重减半' },
  openBefore: { label: '提前签到', initial: 30, min: 5, max: 120, unit: '分钟', help: '开始前多久可以签到；须签退的，结束后多久还可以签退' },
  lateAfter: { label: '迟到', initial: 10, min: 0, max: 120, unit: '分钟', help: '开始后超过这么久签到算迟到' },
  lateShare: { label: '迟到得到', initial: 50, min: 0, max: 100, unit: '%', help: '迟到的人得到多少时长和积分；须签退的，时长按签到签退算' },
  settleHours: { label: '自动结项', initial: 72, min: 1, max: 720, unit: '小时', help: '结束后这么久没有结项的自动结项' },
  blockDays: { label: '未结项不能再申请', initial: 7, min: 1, max: 365, unit: '天', help: '有活动结束超过这么久没有结项的，不能申请新的' },
  absences: { label: '缺勤几次停止报名', initial: 3, min: 1, max: 20, unit: '次', help: '一个学期里没有请假的缺勤' },
  barDays: { label: '停止报名', initial: 30, min: 1, max: 365, unit: '天', help: '从最近一次缺勤算起' },
  feedbackDays: { label: '活动评价', initial: 7, min: 1, max: 90, unit: '天', help: '结束后多久可以评价' },
  feedbackFrom: { label: '显示评价结果', initial: 5, min: 5, max: 50, unit: '份', help: '满这么多份才显示，以后也满这么多份才更新一次；评价不记名' },
  objectDays: { label: '缺勤申诉', initial: 30, min: 1, max: 365, unit: '天', help: '结项后多久可以申诉缺勤' },
} as const satisfies Readonly<Record<string, Parameter>>
