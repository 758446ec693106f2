import { printTemplate } from '#server/print/layout.ts'
import { statusChange } from '../model/status-change.ts'

/** 学籍异动通知书: what the student and the college are given. */
const notice = printTemplate(statusChange, {
  code: 'changeNotice',
  name: '学籍异动通知书',
  holder: 'studentId',
  paper: 'A4',
  layout: {
    title: '学籍异动通知书',
    blocks: [
      {
        kind: 'grid',
        columns: 2,
        fields: [
          'changeNo',
          'docNo',
          'studentId',
          'studentNo',
          'departmentId',
          'classId',
          'typeId',
          'reasonCode',
          'fromStatus',
          'toStatus',
          'fromClassId',
          'toClassId',
          'effectiveDate',
          'until',
          'otherSchool',
          'meetingNo',
        ],
      },
      { kind: 'signed', title: '审批意见', by: 'opinions' },
      { kind: 'text', text: '请按本通知办理离校、返校或者编班手续。休学、保留学籍的，应在期满前申请复学。' },
      { kind: 'seal', text: '{school}（盖章）' },
    ],
  },
})
export default notice
