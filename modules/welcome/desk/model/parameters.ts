import type { Parameter } from '#model'

export const DESK_PARAMETERS = {
  'qr.ttl': { label: '迎新码有效', initial: 60, min: 15, max: 300, unit: '秒', help: '学生手机上的码多久换一次' },
  'scan.undoMinutes': { label: '撤销扫码', initial: 10, min: 1, max: 120, unit: '分钟', help: '扫错了，本人在这么多分钟内可以撤销' },
} as const satisfies Readonly<Record<string, Parameter>>
