import { printTemplate } from '#server/print/layout.ts'
import { punishment } from '../cases/model/punishment.ts'

/** 处分卷: everything about one party of a case, from what was found to its end, with the approvals; other parties do not stand in it. */
export default printTemplate(punishment, {
  code: 'punishmentDossier',
  name: '处分卷',
  holder: 'studentId',
  paper: 'A4',
  layout: {
    title: '处分卷',
    blocks: [
      {
        kind: 'grid',
        title: '事实和情节',
        columns: 2,
        fields: [
          'studentId',
          'studentNo',
          'departmentId',
          'majorId',
          'classId',
          'caseNo',
          'category',
          'measure',
          'partRole',
          'aggravating',
          'mitigating',
          'proposedLevel',
          'levelReason',
        ],
      },
      { kind: 'text', text: '认定的事实：{facts}' },
      { kind: 'grid', columns: 1, fields: ['materialIds', 'articles'] },
      { kind: 'grid', title: '告知和申辩', columns: 2, fields: ['noticeIssuedOn', 'noticeServedOn', 'defenceDueOn', 'defenceKind', 'defendedOn'] },
      { kind: 'text', text: '陈述申辩：{defenceText}' },
      { kind: 'text', text: '对申辩的答复：{defenceAnswer}' },
      {
        kind: 'grid',
        title: '决定',
        columns: 2,
        fields: ['legalReviewBy', 'legalReviewOn', 'legalOpinion', 'meetingName', 'meetingOn', 'documentNo', 'decidedOn', 'decidedLevel', 'periodMonths', 'periodReason'],
      },
      { kind: 'signed', title: '审批意见', by: 'opinions' },
      {
        kind: 'table',
        title: '送达',
        of: 'documentDelivery',
        by: 'punishmentId',
        fields: ['documentKind', 'method', 'attemptedOn', 'result', 'witnesses', 'effectiveOn', 'by'],
        sort: 'attemptedOn',
      },
      {
        kind: 'table',
        title: '申诉',
        of: 'appeal',
        by: 'punishmentId',
        fields: ['submittedAt', 'state', 'conclusion', 'resultNo', 'concludedOn', 'servedOn'],
        sort: 'submittedAt',
      },
      { kind: 'table', title: '思想汇报', of: 'observationReport', by: 'punishmentId', fields: ['month', 'rating', 'counsellorComment'], sort: 'month' },
      { kind: 'table', title: '解除申请', of: 'punishmentLift', by: 'punishmentId', fields: ['statement', 'merit', 'state'] },
      {
        kind: 'grid',
        title: '处分期和解除',
        columns: 2,
        fields: ['servedOn', 'appealDueOn', 'periodStart', 'periodEnd', 'extendedMonths', 'extendReason', 'liftedOn', 'liftDocumentNo', 'endReason', 'state'],
      },
      { kind: 'seal', text: '立卷人（签名）' },
    ],
  },
})
