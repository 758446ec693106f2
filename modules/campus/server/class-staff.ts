import { today } from '#server/base/today.ts'
import { type Ctx, handle, rules } from '#server/context.ts'
import { department, stuClass } from '../model/organisation.ts'
import { overRatio } from '../model/organisation-rules.ts'
import { classStaff, teacher } from '../model/people.ts'
import { classesWithoutFdy, closeClassStaff, staffAsOf } from '../model/people-actions.ts'
import { fail } from './common.ts'
import { endRelation, refuseConflict, refuseGone, tellStaffChanged } from './relations.ts'
import { departmentsBelow } from './scope.ts'
import { fdyLimits } from './settings.ts'
import { holdersOn, loads, type Relation, relationsOf } from './staffing.ts'
import { students } from './student-side.ts'

async function teacherOf({ db }: Ctx, id: string) {
  return (await db.cached(teacher)).get(id)
}
export default [
  rules(classStaff, {
    async add(ctx, draft) {
      const who = await teacherOf(ctx, draft.teacherId ?? '')
      const isOver = draft.endDate !== null && draft.endDate !== undefined && draft.endDate <= today()
      if (who && !isOver) refuseGone(who)
      if (draft.role === 'bzr') draft.isPrimary = true
      await refuseConflict(ctx.db, { ...(draft as Relation), endDate: draft.endDate ?? null, isPrimary: draft.isPrimary ?? true })
    },
    /** BR1: relations are opened and closed, never overwritten; corrections need a reason. */
    async update({ db }, row, patch) {
      const corrects = (['startDate', 'endDate', 'isPrimary'] as const).some(name => name in patch && patch[name] !== row[name])
      if (corrects && !patch.reason) fail(classStaff, 'correctionReason', {}, 'reason')
      if (corrects) await refuseConflict(db, { ...row, ...patch }, row.id)
    },
    async added({ db }, r) {
      await tellStaffChanged(db, { classId: r.classId, role: r.role, fromTeacherId: null, toTeacherId: r.teacherId, on: r.startDate })
    },
    async updated({ db }, _before, r) {
      await tellStaffChanged(db, { classId: r.classId, role: r.role, fromTeacherId: r.teacherId, toTeacherId: r.teacherId, on: today() })
    },
  }),
  handle(closeClassStaff, async ({ db, refuse }, { id, endDate, reason }) => {
    const row = await db.visible(classStaff).lock(id)
    if (row.endDate !== null && row.endDate <= today()) refuse('alreadyClosed', { endDate: row.endDate })
    if (endDate < row.startDate) refuse('beforeStart', { endDate, startDate: row.startDate }, 'endDate')
    await endRelation(db, row, endDate, { reason: reason ?? null })
  }),
  handle(staffAsOf, async (ctx, input) => {
    const { db } = ctx
    const held = await holdersOn(db, input.on ?? today())
    const [teachers, departments, limitOf] = await Promise.all([db.cached(teacher), db.cached(department), fdyLimits(ctx, [...held.byTeacher.keys()])])
    const within = input.departmentId ? new Set(await departmentsBelow(db, input.departmentId)) : undefined
    const word = input.keyword?.toLowerCase()
    const classes = (await db.visible(stuClass).all(input.grade ? { grade: input.grade } : {})).filter(c => c.state !== 'ended' && (!within || within.has(c.departmentId)))
    const [counts, load] = await Promise.all([
      students(db).countByClass(
        db,
        classes.map(c => c.id),
      ),
      loads(db, held, held.byTeacher.keys()),
    ])
    const shown = (r: Relation) => ({
      id: r.id,
      version: r.version,
      teacherId: r.teacherId,
      name: teachers.get(r.teacherId)?.name ?? '',
      isPrimary: r.isPrimary,
      startDate: r.startDate,
      endDate: r.endDate,
    })
    return classes
      .map(c => ({
        classId: c.id,
        classNo: c.classNo,
        className: c.name,
        grade: c.grade,
        departmentName: departments.get(c.departmentId)?.name ?? null,
        state: c.state,
        studentCount: counts.get(c.id) ?? 0,
        fdy: relationsOf(held.byClass, c.id, 'fdy').map(r => ({
          ...shown(r),
          load: load.get(r.teacherId) ?? 0,
          over: overRatio(load.get(r.teacherId) ?? 0, limitOf(r.teacherId)),
        })),
        bzr: relationsOf(held.byClass, c.id, 'bzr').map(shown),
      }))
      .filter(c => !word || [c.className, c.classNo, ...c.fdy.map(f => f.name), ...c.bzr.map(b => b.name)].some(text => text.toLowerCase().includes(word)))
      .filter(c => (!input.withoutFdy || !c.fdy.length) && (!input.overRatio || c.fdy.some(f => f.over > 0)))
  }),
  handle(classesWithoutFdy, async ({ db }) => {
    const [held, departments] = await Promise.all([holdersOn(db), db.cached(department)])
    const lacking = (await db.visible(stuClass).all({ state: 'active' })).filter(c => !relationsOf(held.byClass, c.id, 'fdy').length)
    const counts = await students(db).countByClass(
      db,
      lacking.map(c => c.id),
    )
    return lacking.map(c => ({
      id: c.id,
      classNo: c.classNo,
      name: c.name,
      departmentName: departments.get(c.departmentId)?.name ?? null,
      studentCount: counts.get(c.id) ?? 0,
    }))
  }),
]
