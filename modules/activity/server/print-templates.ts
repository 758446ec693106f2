import { printTemplate } from '#server/print/layout.ts'
import { activity } from '../model/activity.ts'
import { activityClosing } from '../model/closing.ts'

/** 结项报告: figures that nobody typed, the costs, and two sentences of the organiser. */
export default [
  /** 活动名单: who has a seat, to be signed where there is no phone. */
  printTemplate(activity, {
    code: 'activityList',
    name: '活动名单',
    holder: 'title',
    paper: 'A4',
    layout: {
      title: '活动名单',
      blocks: [
        { kind: 'grid', columns: 2, fields: ['title', 'organiser', 'startAt', 'endAt', 'venueId', 'place'] },
        { kind: 'table', of: 'activityEnrolment', by: 'activityId', fields: ['seq', 'studentNo', 'studentId', 'classId', 'state'], sort: 'seq' },
        { kind: 'seal', text: '组织者（签字）' },
      ],
    },
  }),
  printTemplate(activityClosing, {
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
  }),
]
