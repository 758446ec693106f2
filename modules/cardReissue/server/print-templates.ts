import { printTemplate } from '#server/print/layout.ts'
import { cardBatch } from '../model/card-batch.ts'
import { cardReissue } from '../model/card-reissue.ts'

/** What goes to the producer with a batch, and the page of a card with the photo of its holder. */
export default [
  printTemplate(cardBatch, {
    code: 'cardBatch',
    name: '制证名单',
    holder: 'batchNo',
    paper: 'A4',
    layout: {
      title: '制证名单',
      blocks: [
        { kind: 'grid', columns: 2, fields: ['batchNo', 'kindId', 'count', 'producer'] },
        { kind: 'table', title: '名单', of: 'cardReissue', by: 'batchId', fields: ['studentNo', 'studentId', 'classId', 'reason', 'newCardNo'], sort: 'studentId', blank: 1 },
        { kind: 'seal', text: '{school}（盖章）' },
      ],
    },
  }),
  printTemplate(cardReissue, {
    code: 'cardPage',
    name: '证件内页',
    holder: 'studentId',
    paper: 'A4',
    layout: {
      title: '学生证',
      blocks: [
        { kind: 'grid', columns: 2, photo: {}, fields: ['studentId', 'studentNo', 'departmentId', 'majorId', 'classId', 'grade', 'homeStation', 'schoolStation', 'newCardNo'] },
        { kind: 'seal', text: '{school}（盖章）' },
      ],
    },
  }),
]
