import { printTemplate } from '#server/print/layout.ts'
import { activityClosing } from '../model/closing.ts'

/** 结项报告: figures that nobody typed, the costs, and two sentences of the organiser. */
export default printTemplate(activityClosing, {
  code: 'activityReport',
  name: '活动结项报告',
  holder: 'activityId',
  paper: 'A4',
  ofStates: ['approved'],
  layout: {
    title: '活动结项报告',
    blocks: [
      { kind: 'grid', columns: 2, fields: ['activityId', 'applicantId', 'planned', 'spent', 'present', 'perPresent'] },
      { kind: 'grid', columns: 1, fields: ['attendance', 'rating', 'note'] },
      { kind: 'text', text: '人数、时长和评价由签到、台账和评价自动得出。{today}' },
    ],
  },
})
