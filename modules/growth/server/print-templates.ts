import { student } from '#modules/student/model/student.ts'
import { printTemplate } from '#server/print/layout.ts'

/** 成长台账对账单: every entry of a student, reversals among them, with what counts. */
export default printTemplate(student, {
  code: 'growthStatement',
  name: '成长台账对账单',
  holder: 'name',
  paper: 'A4',
  layout: {
    title: '学生成长台账对账单',
    blocks: [
      { kind: 'grid', columns: 2, fields: ['name', 'studentNo', 'departmentId', 'majorId', 'classId', 'grade'] },
      {
        kind: 'table',
        of: 'growthEntry',
        by: 'studentId',
        fields: ['bizDate', 'category', 'title', 'hours', 'countedHours', 'points', 'countedPoints'],
        sort: 'bizDate',
        blank: 1,
      },
      { kind: 'text', text: '以上为截至 {today} 的记录，计入的时长和积分已按上限核算。' },
      { kind: 'seal', text: '{school}团委（盖章）' },
    ],
  },
})
