import { printTemplate } from '#server/print/layout.ts'
import { punishment } from '../../cases/model/punishment.ts'

/** 解除处分决定书: what the student and the archive are given (50-PN14). */
export default printTemplate(punishment, {
  code: 'punishmentLifting',
  name: '解除处分决定书',
  holder: 'studentId',
  paper: 'A4',
  layout: {
    title: '解除处分决定书',
    blocks: [
      { kind: 'text', text: '{liftDocumentNo}', align: 'right' },
      {
        kind: 'grid',
        columns: 2,
        fields: ['studentId', 'studentNo', 'departmentId', 'majorId', 'classId', 'caseNo', 'documentNo', 'decidedLevel', 'decidedOn', 'periodStart', 'periodEnd', 'liftedOn'],
      },
      { kind: 'text', text: '经审查，你在处分期内的表现符合解除条件，决定自 {liftedOn} 起解除上列处分。' },
      { kind: 'text', text: '处分解除后，你获得表彰、奖励及其他权益，不再受原处分的影响。' },
      { kind: 'seal', text: '{school}（盖章）' },
    ],
  },
})
