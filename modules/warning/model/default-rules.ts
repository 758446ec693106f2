/** What a school begins with. A rule whose source no module declares counts nothing. */
export const DEFAULT_RULES = [
  { code: 'absentNight', title: '夜不归宿', source: 'dormitory.absentNight', least: 1, windowDays: 14, points: 12, decayDays: 14, maxCount: 3 },
  { code: 'lateNight', title: '14 天内第 3 次起晚归', source: 'dormitory.lateNight', least: 3, windowDays: 14, points: 6, decayDays: 14, maxCount: null },
  { code: 'absentSign', title: '14 天内签到缺勤满 3 次', source: 'signIn.absent', least: 3, windowDays: 14, points: 10, decayDays: 14, maxCount: 1 },
  { code: 'leaveOverdue', title: '请假到期未返', source: 'leave.overdue', least: 0.01, windowDays: 14, points: 20, decayDays: 3, maxCount: 1 },
  { code: 'notSeen', title: '多日没有任何记录', source: 'presence.missing', least: 1, windowDays: 14, points: 45, decayDays: 3, maxCount: 1 },
  { code: 'failedCourses', title: '上学期不及格满 3 门', source: 'cqa.failed', least: 3, windowDays: 365, points: 20, decayDays: 120, maxCount: 1 },
  { code: 'arrears', title: '欠费超过 60 天且没有申请资助', source: 'fee.arrears', least: 60, windowDays: 60, points: 8, decayDays: 60, maxCount: 1 },
  { code: 'punished', title: '处分新生效', source: 'discipline.punished', least: 1, windowDays: 60, points: 6, decayDays: 60, maxCount: null },
  { code: 'notLeft', title: '长时间没有出楼', source: 'dormitory.notLeft', least: 1, windowDays: 14, points: 15, decayDays: 3, maxCount: 1 },
  { code: 'missedHours', title: '一门课缺课满四分之一', source: 'leave.missedHours', least: 25, windowDays: 150, points: 10, decayDays: 30, maxCount: 1 },
  { code: 'creditLine', title: '上学期学分低于预警线', source: 'cqa.credits', least: 1, windowDays: 365, points: 20, decayDays: 120, maxCount: 1 },
  { code: 'unanswered', title: '14 天没有回应任何问卷和测试', source: 'workflow.unanswered', least: 14, windowDays: 60, points: 8, decayDays: 14, maxCount: 1 },
  { code: 'roomChange', title: '自己调换宿舍', source: 'dormitory.roomChange', least: 1, windowDays: 30, points: 4, decayDays: 30, maxCount: null },
  { code: 'marked', title: '辅导员标记', source: 'warning.marked', least: 1, windowDays: 30, points: 15, decayDays: 30, maxCount: 1 },
] as const
