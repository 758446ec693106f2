import { roundQualify } from '#modules/workflow/server/api.ts'
import { holidayPlan, planPreview } from '../model/holiday.ts'

/** Requirements of a plan: students at school to answer, and counsellors to notify of missing answers (20-G8). */
export default roundQualify(holidayPlan, planPreview, [
  { name: '是在读学生', when: { fact: 'student.status', op: 'eq', value: 'active' } },
  { name: '有辅导员', when: { fact: 'student.counsellor', op: 'filled' } },
])
