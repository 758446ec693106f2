import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { studentNumbers } from '#modules/student/server/api.ts'
import { type Db, handle, on } from '#server/context.ts'
import { cqaScheme, schemeStages } from '../../schemes/model/scheme.ts'
import { excludeStudent, includeStudent } from '../model/actions.ts'
import { cqaSheet, sheetStates } from '../model/sheet.ts'
import { calculate } from './calculate.ts'
import { rank } from './rank.ts'

/** Sheets change until their results go on public notice, which waits for this lock. */
async function mustBeScoring(db: Db, schemeId: string) {
  const scheme = await db.unscoped(cqaScheme).lock(schemeId) // the scheme of a sheet in scope
  if (scheme.stage !== 'scoring') throw refusalOf(cqaSheet, 'locked', { scheme: scheme.name, stage: { text: schemeStages.labels[scheme.stage] } })
  return scheme
}
/** The scheme before the sheet, as the public notice locks them. */
async function lockScoring(db: Db, id: string, verb: 'exclude' | 'include') {
  const { schemeId } = await db.visible(cqaSheet).one(id)
  const scheme = await mustBeScoring(db, schemeId)
  await db.visible(cqaSheet).lock(id, verb)
  return scheme
}
const exclude = handle(excludeStudent, async ({ db }, { id, reason }) => {
  const scheme = await lockScoring(db, id, 'exclude')
  await db.update(cqaSheet, id, { state: 'excluded', excludedReason: reason })
  await rank(db, scheme)
})
const include = handle(includeStudent, async ({ db }, { id }) => {
  const scheme = await lockScoring(db, id, 'include')
  await db.update(cqaSheet, id, { state: 'open', excludedReason: null })
  await calculate(db, scheme, sql`and t.id = ${id}`)
})
const OPEN = sheetStates.verbs.exclude
/** Who suspends or leaves while scores are given does not take part any more. */
const changed = on('student.statusChanged', 'cqa.statusChanged', async ({ db }, { studentId, to }) => {
  if (typeof studentId !== 'string' || to === 'active') return
  const sheets = await db.unscoped(cqaSheet).all({ studentId, state: [...OPEN] }) // of the student of the event
  for (const { id, schemeId } of sheets) {
    const scheme = await db.unscoped(cqaScheme).lock(schemeId) // as above
    if (scheme.stage !== 'scoring') continue
    await db.update(cqaSheet, id, { state: 'excluded', excludedReason: to === 'suspended' || to === 'retained' ? 'suspended' : 'left' })
    await rank(db, scheme)
  }
})
export default [exclude, include, changed, ...studentNumbers(cqaSheet)]
