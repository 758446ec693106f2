import type { Parameter } from '#model'

export const SITE_PARAMETERS = {
  reviewSteps: { label: '内容审核', initial: 1, min: 1, max: 3, unit: '步', help: '三审三校的填 3；每一步换一个人' },
  otherReviewer: { label: '作者不能审核自己的内容', initial: true },
  previewHours: { label: '预览链接有效', initial: 24, min: 1, max: 168, unit: '小时' },
  expiringDays: { label: '到期前提醒', initial: 7, min: 1, max: 60, unit: '天' },
  badWords: { label: '不宜使用的词', initial: '', help: '用逗号隔开；提交时提醒' },
} as const satisfies Readonly<Record<string, Parameter>>
