import type { Parameter } from '#model'

export const PARAMETERS = {
  staffMost: { label: '学生会工作人员最多', initial: 40, min: 1, max: 500, unit: '人', help: '规模较大或多校区的学校可以放宽到 60 人' },
  chairsMost: { label: '主席团成员最多', initial: 5, min: 1, max: 20, unit: '人' },
  deptsMost: { label: '学生会部门最多', initial: 6, min: 0, max: 50, unit: '个' },
  postsMost: { label: '每人最多任职', initial: 2, min: 1, max: 10, unit: '个' },
  noticeDays: { label: '学生会任职公示', initial: 5, min: 1, max: 60, unit: '个工作日' },
  successorDays: { label: '提前提醒换届', initial: 30, min: 1, max: 180, unit: '天' },
  unionRankWithin: { label: '学生会任职学业排名', initial: 30, min: 1, max: 100, unit: '%', help: '上学年专业排名要在前这么多；一年级不看排名' },
  gradedMonths: { label: '任职考核计分至少任职', initial: 4, min: 1, max: 24, unit: '个月', help: '任满一学期按 4 个月' },
  pointsByGrade: { label: '任职加分看考核等级', initial: true, help: '不称职的不计；关了的，考核过并任满时间的都计' },
  judgeRemindHours: { label: '评议提醒', initial: '72,24', help: '截止前几小时提醒还没有评议的学生，用逗号分开' },
  branchOnline: { label: '团支部委员会可以在网上选举', initial: false, help: '还要有上级团组织同意的文件' },
} as const satisfies Readonly<Record<string, Parameter>>
