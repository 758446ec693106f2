import type { Parameter } from '#model'

const TOLD = '打开后，信发出以前会先告知学生信里写到什么'
export const PARAMETERS = {
  linkHours: { label: '同意链接有效期', initial: 72, min: 1, max: 240, unit: '小时' },
  phoneDays: { label: '监护人电话变更核对', initial: 30, min: 0, max: 365, unit: '天', help: '电话在这么多天内登记或改过的，先由辅导员核对再发链接；0 表示不核对' },
  delayDays: { label: '暂不告知学生', initial: 90, min: 1, max: 365, unit: '天', help: '事由是安全、身心健康的联系，最长这么多天不告知学生' },
  letterGrades: { label: '致家长信可以写成绩', initial: false, help: TOLD },
  letterPunishments: { label: '致家长信可以写处分', initial: false, help: TOLD },
  letterArrears: { label: '致家长信可以写欠费', initial: false, help: TOLD },
  letterRemindHours: { label: '致家长信提醒间隔', initial: 24, min: 1, max: 240, unit: '小时', help: '同一位家长在这么多小时里只提醒一次' },
} as const satisfies Readonly<Record<string, Parameter>>
