import { printTemplate } from '#server/print/layout.ts'
import { pointAccount } from '../model/ledger.ts'

/** 成绩单: what a student has by a scheme, its credits, and every entry they come from. */
export default printTemplate(pointAccount, {
  code: 'pointTranscript',
  name: '积分成绩单',
  holder: 'studentId',
  paper: 'A4',
  layout: {
    title: '积分成绩单',
    blocks: [
      { kind: 'grid', columns: 2, fields: ['studentId', 'studentNo', 'schemeId', 'period', 'balance', 'credits'] },
      { kind: 'table', title: '积分明细', of: 'pointEntry', by: 'accountId', fields: ['occurredOn', 'itemId', 'points', 'reason', 'isReversed'], sort: 'occurredOn', blank: 1 },
      { kind: 'seal', text: '{school}（盖章）' },
    ],
  },
})
