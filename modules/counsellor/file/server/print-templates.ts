import { printTemplate } from '#server/print/layout.ts'
import { counsellorFile } from '../model/counsellor-file.ts'

/** 辅导员档案表 */
export default printTemplate(counsellorFile, {
  code: 'counsellorFile',
  name: '辅导员档案表',
  holder: 'teacherId',
  paper: 'A4',
  layout: {
    title: '辅导员档案表',
    blocks: [
      {
        kind: 'grid',
        columns: 2,
        fields: ['teacherId', 'staffNo', 'college', 'dutyKind', 'onDutyFrom', 'degree', 'major', 'title', 'rank', 'abilityLevel', 'classCount', 'studentCount'],
      },
      { kind: 'seal', text: '{school}（盖章）' },
    ],
  },
})
