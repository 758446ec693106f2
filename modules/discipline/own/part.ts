import { definePart } from '#model'
import { submitAppeal } from '../appeals/model/actions.ts'
import { defend } from '../cases/model/actions.ts'
import { myPunishments } from '../cases/model/my-actions.ts'
import { applyLift, makeReport } from '../lifting/model/lift.ts'

/** What a student sees and does about their own. */
export default definePart({
  code: 'own',
  needs: ['cases', 'force', 'lifting', 'appeals'],
  menus: [
    {
      title: '我的处分',
      path: '/discipline/mine',
      component: 'discipline/MyPunishmentsPage',
      icon: 'file-text',
      of: [myPunishments, defend, applyLift, makeReport, submitAppeal],
      own: 'student',
    },
  ],
})
