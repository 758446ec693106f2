import type { Parameter } from '#model'

export const PARAMETERS = {
  remindDays: { label: '到期前提醒', initial: '7,1', help: '到期前这么多天各提醒一次，用逗号隔开' },
  undoMinutes: { label: '撤销出账', initial: 30, min: 0, max: 1440, unit: '分钟', help: '出账后这段时间内、还没有人缴费时可以整批撤销' },
  lodgingItem: { label: '住宿费的项目编号', initial: 'lodging', help: '宿舍交来的住宿费记在这个收费项目下' },
  damageItem: { label: '损坏赔偿的项目编号', initial: 'damage' },
  repairItem: { label: '维修费的项目编号', initial: 'repair' },
} as const satisfies Readonly<Record<string, Parameter>>
