import type { Parameter } from '#model'

export const COUNSELLING_PARAMETERS = {
  bookDays: { label: '心理预约开放', initial: 14, min: 1, max: 90, unit: '天', help: '学生能预约今后这么多天内的时段' },
  cancelHours: { label: '心理预约取消', initial: 12, min: 0, max: 168, unit: '小时', help: '开始前不到这么久的，学生不能自己取消' },
  noShows: { label: '心理预约未到', initial: 2, min: 1, max: 20, unit: '次', help: '每满这么多次没有来，暂停一般预约；紧急预约不受影响' },
  noShowDays: { label: '未到后暂停预约', initial: 14, min: 1, max: 180, unit: '天' },
  recordYears: { label: '咨询记录保存', initial: 5, min: 1, max: 50, unit: '年', help: '学生离校满这么多年后，咨询记录和预约时写的话自动销毁，不能恢复' },
} as const satisfies Readonly<Record<string, Parameter>>
