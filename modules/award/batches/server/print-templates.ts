import { printTemplate } from '#server/print/layout.ts'
import { awardApplication } from '../model/application-row.ts'

/** 申请审批表: what the student wrote, and the opinions on it, on both sides of a sheet. */
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
        { kind: 'grid', title: '申请理由', columns: 1, fields: ['statement'], lines: 16 },
        { kind: 'grid', title: '佐证成果', columns: 1, fields: ['achieved'], lines: 12 },
        { kind: 'grid', title: '其他成果', columns: 1, fields: ['achievements'], lines: 10 },
        { kind: 'grid', title: '推荐意见', columns: 1, fields: ['recommendation'], lines: 8 },
        { kind: 'signed', title: '审批意见', by: 'opinions' },
        { kind: 'seal', text: '{school}（盖章）' },
      ],
      pages: 2,
    },
  }),
]
