import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { type Random, randomOf } from '#server/demo/random.ts'
import { lesson, lessonSection } from '../../model/lesson.ts'
import { major } from '../../model/organisation.ts'
import { campus, venue } from '../../model/places.ts'
import { calendarOf, currentOf } from '../calendar-book.ts'

const MORNING = ['08:20-09:05', '09:10-09:55', '10:15-11:00', '11:05-11:50']
const AFTERNOON = { summer: ['14:30-15:15', '15:20-16:05', '16:25-17:10', '17:15-18:00'], winter: ['14:00-14:45', '14:50-15:35', '15:55-16:40', '16:45-17:30'] } as const
const EVENING = ['19:00-19:45', '19:50-20:35']
const COMMON = ['思想道德与法治', '大学英语', '高等数学', '体育与健康', '信息技术', '大学语文', '心理健康教育', '形势与政策', '职业生涯规划']
/** Additional courses of a programme, by its name. */
const OWN = ['基础', '实务', '综合实训', '案例分析', '前沿专题']
const DAYS = [1, 2, 3, 4, 5]
const BLOCKS = [1, 3, 5, 7]
const WEEKS = ['1-16', '1-16', '1-16', '1-15单', '2-16双', '1-8', '9-16']
const LESSONS_A_WEEK = 11

interface DemoClass {
  id: string
  state: string
  majorId: string
  departmentId: string
  campusId: string | null
}
interface DemoTeacher {
  id: string
  departmentId: string
  staffCategory: string
}
/** A full week for every running class without conflicts of teacher, class or room. */
export async function makeLessons(db: Db, classes: readonly DemoClass[], teachers: readonly DemoTeacher[]): Promise<void> {
  await makeSections(db)
  const term = currentOf(await calendarOf(db), today())
  if (!term) return
  const rooms = await db.unscoped(venue).all() // demo data: no data scope
  const majors = await db.cached(major)
  const random = randomOf(53)
  const taken = new Set<string>()
  const free = <T extends { id: string }>(list: readonly T[], slot: string): T | undefined => {
    const from = random.int(0, Math.max(0, list.length - 1))
    const found = [...list.slice(from), ...list.slice(0, from)].find(x => !taken.has(`${x.id} ${slot}`))
    if (found) taken.add(`${found.id} ${slot}`)
    return found
  }
  const drafts = classes
    .filter(c => c.state === 'active')
    .flatMap(c => {
      const courses = coursesOf(majors.get(c.majorId)?.name ?? '', random)
      const mine = teachers.filter(t => t.staffCategory === 'teacher' && t.departmentId === c.departmentId)
      const near = rooms.filter(r => r.campusId === c.campusId)
      return slotsOf(random).map(([weekday, from], n) => {
        const slot = `${weekday} ${from}`
        const name = courses[n % courses.length] as string
        return {
          xn: term.xn,
          xqM: term.xqM as '1' | '2' | '3',
          courseNo: numberOf(name),
          courseName: name,
          teacherId: free(mine.length ? mine : teachers, slot)?.id ?? null,
          classIds: [c.id],
          weekday,
          sectionFrom: from,
          sectionTo: from + 1,
          weeks: n < 8 ? '1-16' : random.pick(WEEKS),
          venueId: free(near.length ? near : rooms, slot)?.id ?? null,
        }
      })
    })
  await db.insertMany(lesson, drafts)
}
/** A course has the same number in every class. */
const numberOf = (name: string): string => `K${1000 + ([...name].reduce((sum, c) => (sum * 31 + (c.codePointAt(0) ?? 0)) % 9000, 7) % 9000)}`
const coursesOf = (name: string, random: Random): string[] => {
  const start = random.int(0, 3)
  return [...OWN.map(end => `${name.replace(/技术$/, '')}${end}`), ...COMMON.slice(start, start + 6)]
}
/** Distinct slots of a week, one of them in the evening. */
function slotsOf(random: Random): Array<readonly [weekday: number, from: number]> {
  const all = DAYS.flatMap(day => BLOCKS.map(from => [day, from] as const))
  for (let i = all.length - 1; i > 0; i--) {
    const j = random.int(0, i)
    ;[all[i], all[j]] = [all[j] as (typeof all)[number], all[i] as (typeof all)[number]]
  }
  return [...all.slice(0, LESSONS_A_WEEK - 1), [random.pick(DAYS), 9] as const].sort((a, b) => a[0] - b[0] || a[1] - b[1])
}
async function makeSections(db: Db): Promise<void> {
  const campuses = await db.unscoped(campus).all() // demo data: no data scope
  await db.insertMany(
    lessonSection,
    campuses.flatMap(c =>
      (['summer', 'winter'] as const).flatMap(season =>
        [...MORNING, ...AFTERNOON[season], ...EVENING].map((span, i) => ({ campusId: c.id, season, no: i + 1, begin: span.slice(0, 5), end: span.slice(6) })),
      ),
    ),
  )
}
