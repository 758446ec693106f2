import type { Parameter } from '#model'

/** School-wide leave settings; a type may override them. */
export const PARAMETERS = {
  levelFdy: { label: '辅导员审批上限', initial: 3, min: 0, max: 30, unit: '天' },
  levelCollege: { label: '学院审批上限', initial: 7, min: 1, max: 90, unit: '天', help: '超过时由学工处审批' },
  suspendDays: { label: '建议休学', initial: 30, min: 7, max: 180, unit: '天', help: '超过这么多天时提示办理休学' },
  bzrFirst: { label: '先由班主任审批', initial: false, help: '班级有班主任时，先班主任后辅导员' },
  mergeGapDays: { label: '合并计算的间隔', initial: 2, min: 0, max: 14, unit: '天', help: '两次请假相隔不超过这么多天（不算周末）时合并计天数' },
  holidayAddsCollege: { label: '节假日前后须学院审批', initial: true },
  countBy: { label: '天数算法', initial: 'calendar', choices: { calendar: '自然日', class: '教学日' } },
  termPart: { label: '学期请假提醒', initial: 3, min: 2, max: 20, help: '一学期请假超过教学日的几分之一时提醒' },
  lessonPart: { label: '缺课提醒', initial: 3, min: 2, max: 20, help: '一门课缺课达到总学时的几分之一时标红' },
  guardianDays: { label: '须告知家长', initial: 3, min: 0, max: 30, unit: '天', help: '达到这么多天时须先告知家长' },
  remindStudentHours: { label: '逾期提醒学生', initial: 2, min: 0, max: 72, unit: '小时' },
  remindFdyHours: { label: '逾期提醒辅导员', initial: 12, min: 1, max: 96, unit: '小时' },
  remindCollegeHours: { label: '逾期提醒学院', initial: 24, min: 1, max: 168, unit: '小时' },
  overdueMarks: { label: '逾期上报', initial: '3,7,10,14', help: '逾期到这些天时，依次报辅导员、学院、学工处、学工处（附退学规定）' },
  slipSeconds: { label: '假条码更新间隔', initial: 10, min: 5, max: 60, unit: '秒' },
} as const satisfies Readonly<Record<string, Parameter>>
