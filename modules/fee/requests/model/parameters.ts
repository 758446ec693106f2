import type { Parameter } from '#model'

export const REQUEST_PARAMETERS = {
  firstPercent: { label: '分期首期比例', initial: 20, min: 0, max: 100, unit: '%', help: '分期的第一期至少是应缴的这么多' },
  countsBegunMonth: { label: '退费时当月算已用', initial: true, help: '离校当月已经开始的，算用了一个月' },
} as const satisfies Readonly<Record<string, Parameter>>
