import { today } from '#server/base/today.ts'
import { provisionStep } from '#server/tenants/steps.ts'
import { schoolYear, term } from '../model/calendar.ts'
import { addDays } from '../model/days.ts'
import { department } from '../model/organisation.ts'
import { schoolYearAt, termsOf, xnOf, yearStart } from './usual-year.ts'

/** New schools start with a root department named after the school, and the current school year. */
const root = provisionStep('campus.rootDepartment', '学校根部门', async (db, { schoolName }) => {
  const known = await db.unscoped(department).count() // existence check
  if (!known) await db.insert(department, { code: '00', name: schoolName, deptType: '2', sort: 0, isEnabled: true })
})
const year = provisionStep('campus.schoolYear', '当前学年与学期', async db => {
  const known = await db.unscoped(schoolYear).count() // existence check
  if (known) return
  const begin = schoolYearAt(today())
  await db.insert(schoolYear, { xn: xnOf(begin), startDate: yearStart(begin), endDate: addDays(yearStart(begin + 1), -1) })
  for (const t of termsOf(begin)) await db.insert(term, { ...t, registerFrom: addDays(t.startDate, -3), registerTo: addDays(t.startDate, 11) })
})
export default [root, year]
