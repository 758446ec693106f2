import type { Parameter } from '#model'

export const NUMBER_PARAMETERS = {
  'number.changeOnTransfer': { label: '转专业时换学号', initial: false, help: '开启后，转入其他专业的学生按学号规则换新号，原学号仍可以登录和查找' },
} as const satisfies Readonly<Record<string, Parameter>>
