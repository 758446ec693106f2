import type { Parameter } from '#model'

export const PARAMETERS = {
  highHours: { label: '可信度高', initial: 6, min: 1, max: 72, unit: '小时', help: '这么久以内有可靠记录的，可信度为高' },
  mediumHours: { label: '可信度中', initial: 24, min: 1, max: 168, unit: '小时', help: '这么久以内有记录的，可信度为中等；更久的为低' },
  unknownDays: { label: '去向不明', initial: 3, min: 1, max: 14, unit: '天', help: '这么多天没有任何记录、也没有请假等登记的，算去向不明' },
  apartMinutes: { label: '自报与门禁相差', initial: 30, min: 5, max: 240, unit: '分钟', help: '门禁出去后超过这么久又自报在校的，请辅导员过问' },
  travelMinutes: { label: '校区间路程', initial: 30, min: 5, max: 240, unit: '分钟', help: '两个校区宿舍楼的门禁记录相隔不到这么久的，请辅导员过问' },
  stayerHours: { label: '留校无记录', initial: 24, min: 6, max: 168, unit: '小时', help: '登记留校的学生这么久没有任何记录的，请辅导员过问' },
  sleptNights: { label: '校外住宿却在宿舍过夜', initial: 3, min: 1, max: 7, unit: '晚', help: '登记住在校外的学生，最近 7 晚里有这么多晚在宿舍过夜的，请辅导员过问' },
  keepDays: { label: '状态变化保留', initial: 90, min: 7, max: 365, unit: '天', help: '只保留变化，到期删除' },
} as const satisfies Readonly<Record<string, Parameter>>
