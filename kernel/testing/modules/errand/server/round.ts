import { round, roundQualify, roundQuota } from '#modules/workflow/server/api.ts'
import { errandRound, errandRoundActions, errandSubject } from '../model/errand.ts'

export default [
  round(errandRound, errandRoundActions, { processType: 'errand', audience: 'live', link: '/errand', subject: errandSubject }),
  roundQuota(errandRound, errandRoundActions),
  // classes of a minimum grade
  roundQualify(errandRound, errandRoundActions, [{ name: '年级', when: { fact: 'student.grade', op: 'ge', value: 2023 } }]),
]
