import type { Row } from '#model'
import { depthOf, heightOf, subtree } from '#model/tree.ts'
import { type Ctx, rules } from '#server/context.ts'
import { department, gradeMajor, major } from '../model/organisation.ts'
import { MAX_DEPTH } from '../model/organisation-rules.ts'
import { asWritten, fail, type Patch, refuseTaken } from './common.ts'

async function checkDepartment({ db }: Ctx, patch: Patch<typeof department>, before?: Row<typeof department>): Promise<void> {
  await refuseTaken(db, department, 'code', patch.code, before?.id)
  if (!patch.parentId) return
  const all = await db.cached(department)
  if (before && subtree(all.values(), before.id).has(patch.parentId)) fail(department, 'cycle', { name: before.name, parent: all.get(patch.parentId)?.name }, 'parentId')
  const depth = depthOf(all, patch.parentId) + (before ? heightOf(all.values(), before.id) : 1)
  if (depth > MAX_DEPTH) fail(department, 'tooDeep', { max: MAX_DEPTH, depth }, 'parentId')
}
async function checkMajor({ db }: Ctx, patch: Patch<typeof major>, before?: Row<typeof major>): Promise<void> {
  const row = asWritten<typeof major>(before, patch)
  await refuseTaken(db, major, 'code', patch.code, before?.id)
  if (patch.nationalCode && !/^\d{2,6}[TK]{0,2}$/.test(patch.nationalCode)) fail(major, 'nationalCodeForm', { nationalCode: patch.nationalCode }, 'nationalCode')
  if (typeof row.duration === 'number' && typeof row.maxYears !== 'number') patch.maxYears = row.duration + 2
  else if (typeof row.duration === 'number' && typeof row.maxYears === 'number' && row.maxYears < row.duration)
    fail(major, 'yearsTooFew', { maxYears: row.maxYears, duration: row.duration }, 'maxYears')
  const college = patch.departmentId ? (await db.cached(department)).get(patch.departmentId) : undefined
  if (college && college.deptType !== '1') fail(major, 'notCollege', { department: college.name }, 'departmentId')
  if (!patch.parentMajorId || !before) return
  const all = await db.cached(major)
  const nodes = [...all.values()].map(m => ({ id: m.id, parentId: m.parentMajorId }))
  if (subtree(nodes, before.id).has(patch.parentMajorId)) fail(major, 'cycle', { name: before.name, parent: all.get(patch.parentMajorId)?.name }, 'parentMajorId')
}
export const gradeMajorName = (grade: number, majorName: string): string => `${grade}级${majorName}`

export default [
  rules(department, {
    add: (ctx, draft) => checkDepartment(ctx, draft),
    update: (ctx, row, patch) => checkDepartment(ctx, patch, row),
    async updated({ db }, before, after) {
      const now = [after.leaderId, after.studentAffairsLeadId]
      const gone = [before.leaderId, before.studentAffairsLeadId].filter(id => id && !now.includes(id))
      if (gone.length) await db.emit('campus.departmentHeadsChanged', { departmentId: after.id, fromTeacherIds: gone })
    },
  }),
  rules(major, {
    add: (ctx, draft) => checkMajor(ctx, draft),
    update: (ctx, row, patch) => checkMajor(ctx, patch, row),
    async updated({ db }, before, after) {
      if (before.name === after.name) return
      const rows = await db.unscoped(gradeMajor).all({ majorId: after.id }) // all rows carry the name, regardless of scope
      for (const row of rows) await db.update(gradeMajor, row.id, { name: gradeMajorName(row.grade, after.name) })
    },
  }),
  rules(gradeMajor, {
    async add({ db }, draft) {
      const of = (await db.cached(major)).get(draft.majorId ?? '')
      draft.name = gradeMajorName(draft.grade ?? 0, of?.name ?? '')
    },
    async update(_ctx, row, patch) {
      // classes and students carry a copy of the department: only the move rewrites all of them (BO4)
      if (patch.departmentId && patch.departmentId !== row.departmentId) fail(gradeMajor, 'departmentMoves', {}, 'departmentId')
    },
  }),
]
