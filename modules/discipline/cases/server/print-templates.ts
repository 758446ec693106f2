import { printTemplate } from '#server/print/layout.ts'
import { disciplineCase } from '../model/case.ts'
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
        { kind: 'text', text: '根据学校学生违纪处分规定{articles}，拟对你作出上列处理。你有权陈述和申辩，可以申请听证，也可以放弃；逾期视为没有意见。' },
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
        { kind: 'text', text: '认定的事实：{facts}' },
        { kind: 'grid', columns: 1, fields: ['materialIds', 'articles'] },
        { kind: 'text', text: '如对本决定有异议，可以自收到之日起 {appealDays} 日内向{appealTo}提出书面申诉。' },
        { kind: 'seal', text: '{school}（盖章）' },
      ],
    },
  }),
  /** 50-PN15: what is made public names nobody. */
  printTemplate(punishment, {
    code: 'punishmentBulletin',
    name: '处分通报',
    holder: 'documentNo',
    paper: 'A4',
    layout: {
      title: '处分通报',
      blocks: [
        { kind: 'text', text: '{documentNo}', align: 'right' },
        { kind: 'text', text: '{departmentId}一名学生{category}，违反学校学生违纪处分规定{articles}。经研究，决定给予该生{decidedLevel}处分。' },
        { kind: 'text', text: '望全体学生引以为戒，自觉遵守法律法规和校规校纪。' },
        { kind: 'seal', text: '{school}（盖章）' },
      ],
    },
  }),
  /** The case as a whole: what happened, its evidence, its parties. */
  printTemplate(disciplineCase, {
    code: 'caseDossier',
    name: '违纪案卷',
    holder: 'caseNo',
    paper: 'A4',
    layout: {
      title: '违纪案卷',
      blocks: [
        {
          kind: 'grid',
          title: '案情',
          columns: 2,
          fields: ['caseNo', 'title', 'occurredAt', 'place', 'category', 'reportSource', 'reporterId', 'investigators', 'departmentId', 'ruleIds'],
        },
        { kind: 'text', text: '经过：{summary}' },
        { kind: 'table', title: '案件材料', of: 'caseMaterial', by: 'caseId', fields: ['title', 'kind', 'takenAt', 'takenBy'], sort: 'takenAt' },
        {
          kind: 'table',
          title: '当事人',
          of: 'punishment',
          by: 'caseId',
          fields: ['studentId', 'studentNo', 'classId', 'partRole', 'measure', 'decidedLevel', 'documentNo', 'decidedOn', 'state'],
        },
        { kind: 'seal', text: '立卷人（签名）' },
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
