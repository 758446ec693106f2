import { printTemplate } from '#server/print/layout.ts'
import { awardApplication } from '../model/application-row.ts'

/** 申请审批表: what the student wrote, and the opinions on it. */
export default [
  printTemplate(awardApplication, {
    code: 'awardForm',
    name: '奖项申请审批表',
    holder: 'recipient',
    paper: 'A4',
    layout: {
      title: '奖项申请审批表',
      blocks: [
        { kind: 'grid', columns: 2, photo: {}, fields: ['recipient', 'studentNo', 'departmentId', 'classId', 'batchId', 'itemId', 'level', 'amount', 'rankInCollege'] },
        { kind: 'grid', title: '申请理由', columns: 1, fields: ['statement'] },
        { kind: 'grid', title: '主要成果', columns: 1, fields: ['achievements'] },
        { kind: 'grid', title: '推荐意见', columns: 1, fields: ['recommendation'] },
        { kind: 'signed', title: '审批意见', by: 'opinions' },
        { kind: 'seal', text: '{school}（盖章）' },
      ],
    },
  }),
]
