import { printTemplate } from '#server/print/layout.ts'
import { payoutList } from '../model/payout.ts'

/** 签字发放单: what is kept on paper. */
export default printTemplate(payoutList, {
  code: 'payoutList',
  name: '发放单',
  holder: 'title',
  paper: 'A4',
  layout: {
    title: '{title}发放单',
    blocks: [
      { kind: 'grid', columns: 2, fields: ['listNo', 'source', 'fundId', 'bizDate', 'count', 'total'] },
      { kind: 'table', of: 'payoutLine', by: 'listId', fields: ['seq', 'studentId', 'what', 'amount', 'lastFour', 'state'], sort: 'seq' },
      { kind: 'text', text: '经办：　　　　　　　　学工处：　　　　　　　　财务处：' },
      { kind: 'seal', text: '{school}（盖章）' },
    ],
  },
})
