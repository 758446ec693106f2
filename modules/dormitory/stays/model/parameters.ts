import type { Parameter } from '#model'

/** Settings of registration, check-in and check-out. */
export const STAY_PARAMETERS = {
  earlyDays: { label: '提前入住', initial: 2, min: 0, max: 30, unit: '天', help: '最多可以比计划提前这么多天入住，须说明原因' },
  feeBeforeCheckIn: { label: '缴费后才能入住', initial: false, help: '住宿费已缴、缓缴或走绿色通道才能入住' },
  furniture: { label: '家具清单', initial: '床、床板、书桌、椅子、衣柜、书架', help: '入住和退宿时核对，用顿号隔开' },
  damageHours: { label: '损坏申报期限', initial: 72, min: 1, max: 336, unit: '小时', help: '入住后这么久内学生可以申报入住前的损坏，过后视为完好' },
  checkOutDays: { label: '退宿办理期限', initial: 7, min: 1, max: 60, unit: '天', help: '学籍变动后，宿管应在这么多天内为学生办理退宿' },
  neverCameDays: { label: '逾期未入住', initial: 7, min: 1, max: 60, unit: '天', help: '计划入住后这么多天仍未入住的，可以批量取消' },
  undoHours: { label: '撤销退宿期限', initial: 24, min: 1, max: 168, unit: '小时' },
  dueDays: { label: '退宿提醒', initial: '7,1', help: '计划退宿前这么多天提醒学生' },
} as const satisfies Readonly<Record<string, Parameter>>
