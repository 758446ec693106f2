import { printTemplate } from '#server/print/layout.ts'
import { documentDelivery } from '../model/delivery.ts'
import { punishment } from '../model/punishment.ts'

const PARTY = ['studentId', 'studentNo', 'departmentId', 'majorId', 'classId', 'caseNo'] as const
/** Full values stand on the documents of a punishment; each print is recorded. */
export default [
  printTemplate(punishment, {
    code: 'punishmentNotice',
    name: '处分事先告知书',
    holder: 'studentId',
    paper: 'A4',
    layout: {
      title: '处分事先告知书',
      blocks: [
        { kind: 'grid', columns: 2, fields: [...PARTY, 'measure', 'proposedLevel', 'periodMonths', 'noticeIssuedOn'] },
        { kind: 'text', text: '经调查认定的事实：{facts}' },
        { kind: 'text', text: '根据学校学生违纪处分规定，拟对你作出上列处理。你有权陈述和申辩，可以申请听证，也可以放弃；逾期视为没有意见。' },
        { kind: 'seal', text: '{school}（盖章）' },
      ],
    },
  }),
  printTemplate(punishment, {
    code: 'punishmentDecision',
    name: '处分决定书',
    holder: 'studentId',
    paper: 'A4',
    layout: {
      title: '处分决定书',
      blocks: [
        { kind: 'text', text: '{documentNo}', align: 'right' },
        { kind: 'grid', columns: 2, fields: [...PARTY, 'measure', 'decidedLevel', 'periodMonths', 'decidedOn'] },
        { kind: 'text', text: '认定的事实和证据：{facts}' },
        { kind: 'text', text: '如对本决定有异议，可以自收到之日起 {appealDays} 日内向{appealTo}提出书面申诉。' },
        { kind: 'seal', text: '{school}（盖章）' },
      ],
    },
  }),
  printTemplate(documentDelivery, {
    code: 'deliveryReceipt',
    name: '送达回证',
    holder: 'studentId',
    paper: 'A5L',
    layout: {
      title: '送达回证',
      blocks: [
        { kind: 'grid', columns: 2, fields: ['studentId', 'documentKind', 'method', 'attemptedOn', 'result', 'witnesses', 'trackingNo', 'publicUrl', 'effectiveOn', 'by'] },
        { kind: 'seal', text: '受送达人（签名）' },
      ],
    },
  }),
]
