import { type Issue, Refusal, refusalOf } from '#model'
import { gradeMajor, major } from '#modules/campus/model/organisation.ts'
import { cantonsByCode, personFor } from '#modules/campus/server/api.ts'
import { valueFaults } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { compute, type Db, rules, seed } from '#server/context.ts'
import { admittedStudent } from '../model/admitted-student.ts'
import { labelOf, MAPPED, NATIONAL_COLUMNS, pairsIn, rollMap } from '../model/roll-map.ts'
import { correctRoll, enterRoll, type OnRoll } from './roll.ts'

type Values = Partial<OnRoll>
const issue = (key: string, values: Record<string, unknown>, field: string): Issue[] => [refusalOf(admittedStudent, key, values, field).issues[0] as Issue]

/** Refuses a row entered or changed by hand for what an import would refuse, and adds what follows from major and document. */
async function complete(db: Db, values: Values, given: Values): Promise<void> {
  const place = (await db.cached(gradeMajor)).get(given.gradeMajorId ?? '')
  const { ksh = '', year = 0 } = given
  const found = [
    ...valueFaults(given, await cantonsByCode(db), today()),
    ...(ksh.slice(0, 2) === String(year).slice(2) ? [] : issue('kshYear', { ksh, year }, 'ksh')),
    ...(place && place.grade !== year ? issue('otherGrade', { major: place.name, year }, 'gradeMajorId') : []),
  ]
  if (found.length) throw new Refusal(422, found)
  Object.assign(values, place && { level: place.level, duration: place.duration, departmentId: place.departmentId })
  values.personId = await personFor(db, { idType: given.idType ?? '1', idNo: given.idNo ?? '', name: given.name ?? '', birthDate: given.birthDate ?? null })
}
const byHand = rules(admittedStudent, {
  add: ({ db }, draft) => complete(db, draft, draft),
  added: ({ db }, row) => enterRoll(db, [row]),
  update: ({ db }, row, patch) => complete(db, patch, { ...row, ...patch }),
  updated: ({ db }, before, after) => correctRoll(db, [before], [after]),
})
async function checkMap(db: Db, { columns, majors }: { columns?: string | null; majors?: string | null }): Promise<void> {
  const labels = MAPPED.map(labelOf)
  const codes = new Set([...(await db.cached(major)).values()].map(m => m.code))
  for (const { left, right, line, n } of pairsIn(columns)) {
    if (!left) throw refusalOf(rollMap, 'line', { n, line }, 'columns')
    if (!labels.includes(right)) throw refusalOf(rollMap, 'noField', { name: right, fields: labels }, 'columns')
  }
  for (const { left, right, line, n } of pairsIn(majors)) {
    if (!left) throw refusalOf(rollMap, 'line', { n, line }, 'majors')
    if (!codes.has(right)) throw refusalOf(rollMap, 'noMajor', { code: right }, 'majors')
  }
}
const maps = rules(rollMap, { add: ({ db }, draft) => checkMap(db, draft), update: ({ db }, _row, patch) => checkMap(db, patch) })
/** The national layout of the admission file; a school that has changed it keeps its own. */
const national = seed('admission.rollMap', async db => {
  const name = '全国统一录取库' // verbatim
  if (!(await db.unscoped(rollMap).find({ name }))) await db.insert(rollMap, { name, columns: NATIONAL_COLUMNS })
})
const cantons = compute(admittedStudent, ['sourceCantonName'], async ({ db }, rows) => {
  const known = await cantonsByCode(db)
  for (const row of rows) row.sourceCantonName = known.get(row.sourceCanton)?.fullName ?? null
})
export default [byHand, maps, national, cantons]
