import type { Parameter } from '#model'

/** Settings of pre-sorting. */
export const PRESORT_PARAMETERS = {
  presortUndoHours: { label: '撤销预分配期限', initial: 24, min: 1, max: 168, unit: '小时', help: '提交后这么久内、还没有学生入住时，可以整批撤销' },
  wishRoommates: { label: '想同住的同学', initial: 3, min: 0, max: 10, unit: '人', help: '每名学生最多可以填写的人数' },
  presortNeedsColleges: { label: '预分配须学院确认', initial: true, help: '学院确认自己的部分后，学工处才能提交' },
} as const satisfies Readonly<Record<string, Parameter>>
