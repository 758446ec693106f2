import { student } from '#modules/student/model/student.ts'
import { printTemplate } from '#server/print/layout.ts'

/** 劳动记录卡: what a student did in labour, the hours of each kind, and how it was assessed. */
export default printTemplate(student, {
  code: 'labourCard',
  name: '劳动记录卡',
  holder: 'name',
  paper: 'A4',
  layout: {
    title: '学生劳动教育记录卡',
    blocks: [
      { kind: 'grid', columns: 2, photo: {}, fields: ['name', 'studentNo', 'departmentId', 'majorId', 'classId', 'grade', 'level'] },
      { kind: 'table', title: '累计学时', of: 'labourAccount', by: 'studentId', fields: ['courseHours', 'dailyHours', 'productionHours', 'serviceHours'], blank: 1 },
      { kind: 'table', title: '考核', of: 'labourGrade', by: 'studentId', fields: ['planId', 'score', 'grade', 'isMet', 'credit'], blank: 1 },
      { kind: 'table', title: '参加的项目', of: 'labourEnrolment', by: 'studentId', fields: ['projectId', 'state', 'hours', 'score'], sort: 'enrolledAt', blank: 1 },
      { kind: 'table', title: '学时明细', of: 'labourHours', by: 'studentId', fields: ['occurredOn', 'title', 'kind', 'hours'], sort: 'occurredOn', blank: 1 },
      { kind: 'seal', text: '{school}（盖章）' },
    ],
  },
})
