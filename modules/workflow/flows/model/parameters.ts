import type { Parameter } from '#model'

/** The school's approval settings. A position's value is a comma-separated list of account ids, picked on the page. */
export const PARAMETERS = {
  urgeHours: { label: '催办间隔', initial: 4, min: 1, max: 240, unit: '小时', help: '同一份申请在这段时间内只能催办一次' },
  workFrom: { label: '办公开始', initial: '08:00', help: '审批期限只算工作日的办公时间' },
  workTo: { label: '办公结束', initial: '17:30' },
  'publicNotice.answerDays': { label: '异议答复期限', initial: 3, min: 1, max: 30, unit: '个工作日', effect: '从下一份异议起' },
  'publicNotice.keepDays': { label: '公示内容保留', initial: 180, min: 30, max: 1825, unit: '天', help: '公示结束这么久以后，清除名单内容、异议人和证明材料，只留处理结论' },
  'position.leader': { label: '岗位：校领导', initial: '' },
  'position.legalOffice': { label: '岗位：法务', initial: '' },
  'position.securityOffice': { label: '岗位：保卫处', initial: '' },
  'position.publicityOffice': { label: '岗位：宣传部', initial: '' },
  'position.teachingOffice': { label: '岗位：教务处', initial: '' },
  'position.armedForces': { label: '岗位：武装部', initial: '' },
} as const satisfies Readonly<Record<string, Parameter>>
export const POSITIONS = { leader: '校领导', legalOffice: '法务', securityOffice: '保卫处', publicityOffice: '宣传部', teachingOffice: '教务处', armedForces: '武装部' } as const
