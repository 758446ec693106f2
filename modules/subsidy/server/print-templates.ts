import { printTemplate } from '#server/print/layout.ts'
import { subsidyApplication } from '../model/application.ts'

/** 资助申请审批表: what was asked, what is granted, and the opinions on it. The reason is sensitive: it is printed only in full and with the permission. */
export default printTemplate(subsidyApplication, {
  code: 'subsidyForm',
  name: '资助申请审批表',
  holder: 'studentId',
  paper: 'A4',
  layout: {
    title: '学生资助申请审批表',
    blocks: [
      {
        kind: 'grid',
        columns: 2,
        fields: ['studentId', 'studentNo', 'departmentId', 'classId', 'itemId', 'xn', 'level', 'tier', 'cause', 'happenedOn', 'amountAsked', 'amountApproved', 'yearAid', 'effect'],
      },
      { kind: 'grid', title: '申请理由', columns: 1, fields: ['text', 'tierReason'] },
      { kind: 'signed', title: '审批意见', by: 'opinions' },
      { kind: 'seal', text: '{school}（盖章）' },
    ],
  },
})
