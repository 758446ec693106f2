import { citizenBirthDate, citizenGender, citizenIdFault } from '#model'
import { today } from '#server/base/today.ts'
import { type Ctx, compute, rules } from '#server/context.ts'
import { firstOf } from '#server/i18n/wording.ts'
import { stuClass } from '../model/organisation.ts'
import { overRatio } from '../model/organisation-rules.ts'
import { classStaff, person, teacher } from '../model/people.ts'
import { asWritten, fail, type Patch, refuseTaken } from './common.ts'
import { personFor } from './persons.ts'
import { fdyLimits } from './settings.ts'
import { holdersOn, loads, relationsOf } from './staffing.ts'

type Teacher = typeof teacher
/** Identity number, birth date and gender must agree; empty ones are filled from the number. */
function checkIdentity(patch: Patch<Teacher>, row: Patch<Teacher>): void {
  if (row.idType !== '1' || typeof row.idNo !== 'string') return
  const idNo = row.idNo.toUpperCase()
  if (citizenIdFault(idNo)) fail(teacher, 'idNoFault', { idNo: `${idNo.slice(0, 4)}…` }, 'idNo')
  if ('idNo' in patch) patch.idNo = idNo
  const expected = citizenBirthDate(idNo)
  if (!row.birthDate) patch.birthDate = expected
  else if (row.birthDate !== expected) fail(teacher, 'birthDateDiffers', { birthDate: row.birthDate, expected }, 'birthDate')
  if (['1', '2'].includes(row.genderCode ?? '') && row.genderCode !== citizenGender(idNo)) fail(teacher, 'genderDiffers', {}, 'genderCode')
}
/** BR5: a teacher who still holds classes must hand them over before leaving. */
async function refuseLeaving({ db }: Ctx, teacherId: string, name: string): Promise<void> {
  const open = (await db.unscoped(classStaff).all({ teacherId })).filter(r => r.endDate === null || r.endDate > today()) // all classes, not only those in the officer's scope
  if (!open.length) return
  const classes = await db.cached(stuClass)
  const names = [...new Set(open.flatMap(r => classes.get(r.classId)?.name ?? []))]
  fail(teacher, 'holdsClasses', { name, count: names.length, classes: firstOf(names, 5) }, 'status')
}
const GONE = ['retired', 'left']

export default [
  rules(teacher, {
    async add(ctx, draft) {
      await refuseTaken(ctx.db, teacher, 'staffNo', draft.staffNo)
      checkIdentity(draft, draft)
      draft.personId = await personFor(ctx.db, { idType: draft.idType ?? '1', idNo: draft.idNo ?? '', name: draft.name ?? '', birthDate: draft.birthDate ?? null })
    },
    async update(ctx, row, patch) {
      const after = asWritten<Teacher>(row, patch)
      if (['idType', 'idNo', 'birthDate', 'genderCode'].some(name => name in patch)) checkIdentity(patch, after)
      if (patch.status && GONE.includes(patch.status) && !GONE.includes(row.status)) await refuseLeaving(ctx, row.id, row.name)
      if (['idType', 'idNo', 'name', 'birthDate'].some(name => name in patch)) patch.personId = await correctPerson(ctx, row, after)
    },
    async added({ db }, row) {
      await db.emit('campus.teacherChanged', { teacherId: row.id, status: row.status, departmentId: row.departmentId })
    },
    async updated({ db }, _before, row) {
      await db.emit('campus.teacherChanged', { teacherId: row.id, status: row.status, departmentId: row.departmentId })
    },
    async removed({ db }, row) {
      await db.emit('campus.teacherChanged', { teacherId: row.id, status: 'left', departmentId: row.departmentId })
    },
  }),
  compute(teacher, ['classCount', 'studentCount', 'overRatio'], async (ctx, rows) => {
    const { db } = ctx
    const held = await holdersOn(db)
    const load = await loads(
      db,
      held,
      rows.map(r => r.id),
    )
    const limitOf = await fdyLimits(
      ctx,
      rows.map(r => r.id),
    )
    for (const row of rows) {
      const students = load.get(row.id) ?? 0
      Object.assign(row, {
        classCount: new Set(relationsOf(held.byTeacher, row.id).map(r => r.classId)).size,
        studentCount: students,
        overRatio: overRatio(students, limitOf(row.id)),
      })
    }
  }),
]
/** A corrected number links to the person who has it; else the person row is corrected as well. */
async function correctPerson({ db }: Ctx, row: { personId: string | null }, after: Patch<Teacher>): Promise<string> {
  const human = { idType: after.idType ?? '1', idNo: after.idNo ?? '', name: after.name ?? '', birthDate: after.birthDate ?? null }
  const known = await db.unscoped(person).find({ idType: human.idType, idNo: human.idNo }) // identity lookup, not an access
  if ((known && known.id !== row.personId) || !row.personId) return personFor(db, human)
  return (await db.update(person, row.personId, human)).id
}
