import type { Row } from '#model'
import type { Db } from '#server/context.ts'
import { department, gradeMajor, major, stuClass } from '../model/organisation.ts'
import { creates, type PlannedChange, type RolloverYears, rolloverStep } from '../rollover/server/api.ts'
import { classDraft, laterClass } from './generate-classes.ts'
import { gradeMajorName } from './organisation.ts'
import { beginOf } from './rollover-years.ts'

type GradeMajor = Row<typeof gradeMajor>
const gradesOf = ({ fromXn, toXn }: RolloverYears) => ({ from: beginOf(fromXn), to: beginOf(toXn) })

/** Majors still taught, with the college, length and level they have now (30-BO4), and the planned number of the grade before. */
const gradeMajors = rolloverStep({
  code: 'campus.gradeMajor',
  title: '新年级的年级专业',
  order: 20,
  after: ['campus.year'],
  async preview(db, years) {
    const { from, to } = gradesOf(years)
    const [all, majors, departments] = await Promise.all([db.cached(gradeMajor), db.cached(major), db.cached(department)])
    const made = new Set([...all.values()].filter(g => g.grade === to).map(g => g.majorId))
    return [...all.values()]
      .filter(g => g.grade === from && !made.has(g.majorId))
      .sort((a, b) => a.name.localeCompare(b.name))
      .flatMap(({ majorId, campusId, planned }) => {
        const of = majors.get(majorId)
        if (!of?.isEnabled) return []
        const { departmentId, duration, level } = of
        const name = gradeMajorName(to, of.name)
        const college = departments.get(departmentId)
        const why = college?.isEnabled ? undefined : { text: '所属院系“{name}”已停用', values: { name: college?.name ?? '' } }
        const exception = why && { why, link: `/campus/majors?q=${of.code}` }
        return creates(gradeMajor, { name, grade: to, majorId, departmentId, duration, level, campusId, planned }, { key: majorId, title: name, departmentId, exception })
      })
  },
})
/** Grade-majors of the new grade by major: those there are, and those the run will make. */
function newGrade(all: Iterable<GradeMajor>, grade: number, planned: readonly PlannedChange[]): Map<string, GradeMajor> {
  const coming = planned.filter(p => p.of.name === gradeMajor.name && !p.exception).map(p => ({ ...p.after, id: p.rowId }) as GradeMajor)
  return new Map([...coming, ...all].filter(g => g.grade === grade).map(g => [g.majorId, g]))
}
async function classesToCome(db: Db, years: RolloverYears, planned: readonly PlannedChange[]): Promise<PlannedChange[]> {
  const { from, to } = gradesOf(years)
  const [all, classes] = await Promise.all([db.cached(gradeMajor), db.cached(stuClass)])
  const next = newGrade(all.values(), to, planned)
  const holder = new Map([...classes.values()].flatMap(c => [[`name:${c.name}`, c] as const, [`no:${c.classNo}`, c] as const]))
  return [...classes.values()]
    .filter(c => c.grade === from && c.state !== 'ended' && next.has(c.majorId))
    .sort((a, b) => a.classNo.localeCompare(b.classNo))
    .flatMap(c => {
      const of = next.get(c.majorId) as GradeMajor
      const later = laterClass(c, from, to)
      const taken = holder.get(`name:${later.name}`) ?? holder.get(`no:${later.classNo}`)
      if (taken?.gradeMajorId === of.id) return []
      const why = taken && { text: '班名“{name}”或班号 {classNo} 已被“{holder}”使用，请手工建班', values: { name: later.name, classNo: later.classNo, holder: taken.name } }
      const exception = why && { why, link: `/campus/classes?q=${taken.classNo}` }
      return creates(stuClass, { ...classDraft({ ...later, of }), state: 'planned' }, { key: c.id, title: later.name, departmentId: of.departmentId, exception })
    })
}
const classes = rolloverStep({ code: 'campus.newClasses', title: '新年级的班级', order: 30, after: ['campus.gradeMajor'], preview: classesToCome })
export default [gradeMajors, classes]
