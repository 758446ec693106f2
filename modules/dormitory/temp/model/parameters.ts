import type { Parameter } from '#model'

/** Settings of nights elsewhere. */
export const TEMP_PARAMETERS = {
  tempMaxNights: { label: '临时外宿一次最多', initial: 7, min: 1, max: 30, unit: '晚', help: '更久的请申请校外住宿' },
  tempTermNights: { label: '临时外宿一学期最多', initial: 10, min: 1, max: 120, unit: '晚' },
  tempSubmitBefore: { label: '临时外宿提交截止', initial: '20:00', help: '首晚当天的这个时刻前提交，过后须上传证明；写成 20:00' },
  tempFdyNights: { label: '临时外宿辅导员审批上限', initial: 3, min: 0, max: 30, unit: '晚', help: '超过时还须学院审批' },
  tempGraceHours: { label: '临时外宿逾期', initial: 2, min: 0, max: 24, unit: '小时', help: '返回时间过后这么久仍未返回的算逾期' },
} as const satisfies Readonly<Record<string, Parameter>>
