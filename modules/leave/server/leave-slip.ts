import { printTemplate } from '#server/print/layout.ts'
import { leave } from '../model/leave.ts'

/** 假条: print template of the leave slip, with a verifiable code. */
const slip = printTemplate(leave, {
  code: 'leaveSlip',
  name: '假条',
  holder: 'studentId',
  paper: 'A5',
  layout: {
    title: '学生请假条',
    blocks: [
      {
        kind: 'grid',
        columns: 2,
        fields: [
          'leaveNo',
          'studentId',
          'studentNo',
          'departmentId',
          'classId',
          'typeId',
          'startAt',
          'endAt',
          'days',
          'lessonCount',
          'leavesCampus',
          'leavesCity',
          'contactName',
          'contactPhone',
          'approvedAt',
          'state',
        ],
      },
      { kind: 'text', text: '请按时返校销假。逾期不归的，按学校学生管理规定处理。' },
      { kind: 'seal', text: '{school}（盖章）' },
    ],
  },
})
/** 请假申请表: print template of the application with all opinions, for the office's files. */
const form = printTemplate(leave, {
  code: 'leaveForm',
  name: '请假申请表',
  holder: 'studentId',
  paper: 'A4',
  layout: {
    title: '学生请假申请表',
    blocks: [
      { kind: 'grid', title: '申请人', columns: 2, fields: ['leaveNo', 'applyWay', 'studentId', 'studentNo', 'departmentId', 'classId'] },
      {
        kind: 'grid',
        title: '请假内容',
        columns: 2,
        labels: { cantonName: '去往' },
        fields: ['typeId', 'days', 'startAt', 'endAt', 'lessonCount', 'hasExam', 'leavesCampus', 'leavesCity', 'cantonName', 'transport', 'address', 'companion'],
      },
      { kind: 'grid', columns: 1, fields: ['reason'] },
      { kind: 'grid', columns: 2, fields: ['contactName', 'contactPhone', 'guardianInformed', 'state'] },
      { kind: 'signed', title: '审批意见', by: 'opinions' },
      { kind: 'seal', text: '{school}（盖章）' },
    ],
  },
})
export default [slip, form]
