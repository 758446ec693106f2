/** Why somebody whom another module has admitted is not put on the roll. */
export const TAKE_OVER_FAULTS = {
  noMajor: '学校没有这一级的专业',
  kshYear: '考生号与年份不符',
  lacks: '信息不全：性别、手机号或生源地',
  faulty: '证件号或生源地有误',
  onRoll: '考生号或证件号已在录取名单',
} as const
export type TakeOverFault = keyof typeof TAKE_OVER_FAULTS
