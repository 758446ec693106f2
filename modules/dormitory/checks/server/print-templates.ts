import { printTemplate } from '#server/print/layout.ts'
import { civilisedRoom, civilisedRound } from '../model/civilised.ts'
import { dormViolation } from '../model/violation.ts'

/** Print templates: 红榜, 门牌 and the receipt of a seized item. */
export default [
  printTemplate(civilisedRound, {
    code: 'civilisedList',
    name: '文明寝室红榜',
    holder: 'name',
    paper: 'A4',
    layout: {
      title: '{name}红榜',
      blocks: [
        { kind: 'table', of: 'civilisedRoom', by: 'roundId', fields: ['roomId', 'departmentId', 'classId', 'mean', 'state'], sort: '-mean' },
        { kind: 'seal', text: '{school}（盖章）' },
      ],
    },
  }),
  printTemplate(civilisedRoom, {
    code: 'civilisedPlate',
    name: '文明寝室门牌',
    holder: 'roomId',
    paper: 'A5L',
    layout: {
      title: '文明寝室',
      blocks: [
        { kind: 'text', text: '{roomId}', align: 'center' },
        { kind: 'text', text: '{roundId}', align: 'center' },
        { kind: 'seal', text: '{school}' },
      ],
    },
  }),
  printTemplate(dormViolation, {
    code: 'seizedReceipt',
    name: '暂扣物品收据',
    holder: 'studentId',
    paper: 'A5',
    layout: {
      title: '暂扣物品收据',
      blocks: [
        { kind: 'grid', columns: 2, fields: ['seizedReceiptNo', 'violationNo', 'studentId', 'roomId', 'seizedItem', 'seizedAt', 'returnOn', 'returnedAt'] },
        { kind: 'text', text: '物品由学校代为保管，请在归还日期凭本收据领取。学校不收取任何费用。' },
        { kind: 'seal', text: '{school}（盖章）' },
      ],
    },
  }),
]
