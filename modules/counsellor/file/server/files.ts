import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { department } from '#modules/campus/model/organisation.ts'
import { teacher } from '#modules/campus/model/people.ts'
import { holdersOn, relationsOf, supplyStaffing } from '#modules/campus/server/api.ts'
import { countsByClass } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { compute, type Db, rules } from '#server/context.ts'
import { type CounsellorFile, counsellorFile } from '../model/counsellor-file.ts'
import { fdyTraining } from '../model/training.ts'
import { settingsOf } from './settings.ts'

type FileDraft = Partial<Pick<CounsellorFile, 'onDutyFrom' | 'onDutyTo' | 'resume'>>
function checkFile({ onDutyFrom, onDutyTo, resume }: FileDraft): void {
  if (onDutyFrom && onDutyTo && onDutyTo < onDutyFrom) throw refusalOf(counsellorFile, 'dutyReversed', { from: onDutyFrom, to: onDutyTo }, 'onDutyTo')
  const wrong = resume?.find(line => line.to && line.to < line.from)
  if (wrong) throw refusalOf(counsellorFile, 'lineReversed', { unit: wrong.unit, from: wrong.from, to: wrong.to }, 'resume')
}
/** Of each department the college it is or belongs to, else itself. */
export async function collegesOf(db: Db): Promise<(departmentId: string | undefined) => { id: string; name: string } | undefined> {
  const all = await db.cached(department)
  return departmentId => {
    const own = all.get(departmentId ?? '')
    let at = own
    for (const seen = new Set<string>(); at && at.deptType !== '1' && at.parentId && !seen.has(at.id); at = all.get(at.parentId)) seen.add(at.id)
    return at?.deptType === '1' ? at : own
  }
}
const files = [
  rules(counsellorFile, {
    async add(_ctx, draft) {
      checkFile(draft as FileDraft)
    },
    async update(_ctx, row, patch) {
      checkFile({ ...row, ...patch } as FileDraft)
    },
  }),
  compute(counsellorFile, ['staffNo', 'college', 'classCount', 'studentCount'], async ({ db }, rows) => {
    const [teachers, held, collegeOf] = await Promise.all([db.cached(teacher), holdersOn(db), collegesOf(db)])
    const classesOf = (id: string): string[] => [...new Set(relationsOf(held.byTeacher, id).map(r => r.classId))]
    const counts = await countsByClass(
      db,
      rows.flatMap(r => classesOf(r.teacherId)),
    )
    for (const row of rows) {
      const who = teachers.get(row.teacherId)
      const classes = classesOf(row.teacherId)
      Object.assign(row, { staffNo: who?.staffNo ?? null, college: collegeOf(who?.departmentId)?.name ?? null })
      Object.assign(row, { classCount: classes.length, studentCount: classes.reduce((n, c) => n + (counts.get(c) ?? 0), 0) })
    }
  }),
]
const trainings = rules(fdyTraining, {
  async add({ db }, draft) {
    checkSpan(draft)
    // the gate decides whose trainings one enters; the file only has to be there
    if (draft.teacherId && !(await db.unscoped(counsellorFile).count({ teacherId: draft.teacherId })))
      throw refusalOf(fdyTraining, 'notOnFile', { name: (await db.cached(teacher)).get(draft.teacherId)?.name ?? '' }, 'teacherId')
  },
  async update(_ctx, row, patch) {
    checkSpan({ ...row, ...patch })
  },
})
function checkSpan({ from, to }: { from?: string | null; to?: string | null }): void {
  if (!from || !to) return
  if (to < from) throw refusalOf(fdyTraining, 'spanReversed', { from, to }, 'to')
  if (to > today()) throw refusalOf(fdyTraining, 'future', { to }, 'to')
}
/** 30-BR6: the load of one counsellor is measured by the same share of a post as the figure of the school (50-CW1). */
const shares = supplyStaffing({
  async sharesOf(db, teacherIds) {
    const { partTimePer } = await settingsOf(db)
    const part = await db.query<{ id: string }>(sql`select teacher_id as id from counsellor_file
      where tenant_id = ${db.me.tenantId} and duty_kind = 'partTime' and (on_duty_to is null or on_duty_to > ${today()}::date) and teacher_id = any(${[...teacherIds]}::uuid[])`)
    return new Map(part.map(({ id }) => [id, 1 / partTimePer]))
  },
})
export default [...files, trainings, shares]
