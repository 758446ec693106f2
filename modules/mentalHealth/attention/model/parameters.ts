import type { Parameter } from '#model'

const hours = { min: 1, max: 720, unit: '小时' } as const
const most = { min: 1, max: 365, unit: '天' } as const
export const ATTENTION_PARAMETERS = {
  centreHead: { label: '心理中心主任', initial: '', help: '主任的工号，须是心理中心的账号；看得到所有个案' },
  level1Days: { label: '一级跟进间隔', initial: 1, ...most },
  level2Days: { label: '二级跟进间隔', initial: 7, ...most },
  level3Days: { label: '三级跟进间隔', initial: 14, ...most },
  level4Days: { label: '四级跟进间隔', initial: 30, ...most },
  dutyAccounts: { label: '值班心理老师', initial: '', help: '登录名，用逗号分开；学生选了自伤题马上通知，一级先呼叫。不填时通知心理中心的每个人' },
  ackMinutes: { label: '一级呼叫确认', initial: 15, min: 1, max: 120, unit: '分钟', help: '这么久没有人确认，就呼叫下一位' },
  response1Minutes: { label: '一级首次响应', initial: 30, min: 5, max: 1440, unit: '分钟' },
  response2Hours: { label: '二级首次响应', initial: 24, ...hours },
  response3Days: { label: '三级首次响应', initial: 3, min: 1, max: 60, unit: '个工作日' },
  response4Days: { label: '四级首次响应', initial: 7, min: 1, max: 60, unit: '个工作日' },
  guardian1Minutes: { label: '一级告知家长', initial: 30, min: 5, max: 1440, unit: '分钟', help: '马上联系；到时还没有登记的，提醒负责人、后备和学院' },
  guardian2Hours: { label: '二级告知家长', initial: 24, ...hours },
  severeBackupHours: { label: '一级、二级逾期告知后备', initial: 2, ...hours },
  severeCollegeHours: { label: '一级、二级逾期告知学院', initial: 4, ...hours },
  backupHours: { label: '三级、四级逾期告知后备', initial: 24, ...hours },
  collegeHours: { label: '三级、四级逾期告知学院', initial: 48, ...hours },
  closeDays: { label: '一级、二级至少关注', initial: 30, ...most },
} as const satisfies Readonly<Record<string, Parameter>>
