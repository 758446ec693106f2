import { printTemplate } from '#server/print/layout.ts'
import { engagement } from '../../posts/model/engagement.ts'
import { employUnit } from '../../posts/model/unit.ts'

/** 勤工助学证明: a student's work on a post with its hours; and the report of a unit. */
export default [
  printTemplate(engagement, {
    code: 'workCertificate',
    name: '勤工助学证明',
    holder: 'studentId',
    paper: 'A4',
    layout: {
      title: '勤工助学证明',
      blocks: [
        { kind: 'grid', columns: 2, fields: ['studentId', 'studentNo', 'className', 'unitId', 'postId', 'from', 'to', 'rating'] },
        { kind: 'table', title: '各月工时', of: 'wageLine', by: 'engagementId', fields: ['month', 'kind', 'hours', 'net', 'paidOn'], sort: 'month' },
        { kind: 'text', text: '兹证明 {studentId} 自 {from} 起在 {unitId} 的 {postId} 岗位参加勤工助学，工时和报酬如上。截至 {today}。' },
        { kind: 'seal', text: '{school}学生处（盖章）' },
      ],
    },
  }),
  printTemplate(employUnit, {
    code: 'unitReport',
    name: '用工单位年度报告',
    holder: 'name',
    paper: 'A4L',
    layout: {
      title: '勤工助学用工年度报告',
      blocks: [
        { kind: 'grid', columns: 2, fields: ['name', 'kind', 'departmentId', 'contact', 'budgetFundId', 'state'] },
        {
          kind: 'table',
          title: '岗位',
          of: 'workPost',
          by: 'unitId',
          fields: ['title', 'postType', 'headcount', 'filled', 'hoursPerWeek', 'rate', 'workFrom', 'workTo', 'state'],
          sort: 'workFrom',
        },
        {
          kind: 'table',
          title: '各月报酬',
          of: 'wageSheet',
          by: 'unitId',
          fields: ['month', 'people', 'hours', 'base', 'bonus', 'deduction', 'tax', 'net', 'state'],
          sort: 'month',
        },
        { kind: 'text', text: '以上为 {name} 用工和报酬的情况，截至 {today}。' },
        { kind: 'seal', text: '{school}学生处（盖章）' },
      ],
    },
  }),
]
