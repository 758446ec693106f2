import sql from 'sql-template-tag'
import { schoolYearOf, yearBefore, yearEnds } from '#modules/campus/model/school-year.ts'
import { today } from '#server/base/today.ts'
import { compute } from '#server/context.ts'
import { levelsOn } from '../../levels/server/api.ts'
import { aidRecognition } from '../model/recognition.ts'

/** The level at the end of the school year before. */
export default compute(aidRecognition, ['lastLevel'], async ({ db }, rows) => {
  const on = yearEnds(yearBefore(schoolYearOf(today())))
  const ids = rows.map(r => r.studentId ?? '')
  const found = await db.query<{ id: string; level: string }>(levelsOn(db, sql`select unnest(${ids}::uuid[])`, on))
  const last = new Map(found.map(f => [f.id, f.level]))
  for (const row of rows) row.lastLevel = last.get(row.studentId ?? '') ?? null
})
