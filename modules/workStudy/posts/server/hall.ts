import { type InputOf, pickFields } from '#model'
import { campus } from '#modules/campus/model/places.ts'
import { aidOffersOf } from '#modules/money/server/api.ts'
import { type StudentOf, selfStudent } from '#modules/student/server/api.ts'
import { sayIn } from '#modules/workflow/server/api.ts'
import { type Db, handle } from '#server/context.ts'
import { only } from '#server/data/present.ts'
import { postApplication } from '../model/application.ts'
import { matchPercent } from '../model/fit.ts'
import { HALL_FIELDS, hall, workPost } from '../model/post.ts'
import { employUnit } from '../model/unit.ts'
import { barOf } from './bars.ts'
import { freeOf } from './timetable.ts'

const MOST = 300
const FITS = 100
const FIELDS = pickFields(workPost.fields, HALL_FIELDS)
type HallFilters = Pick<InputOf<typeof hall>, 'campusId' | 'postType' | 'fits'>
/** Open posts for a student: those whose hours lie in their free time first. */
async function postsFor(db: Db, who: StudentOf, { campusId, postType, fits }: HallFilters) {
  const now = Date.now()
  // open posts are offered to every student
  const open = (await db.unscoped(workPost).all({ state: 'open', ...(campusId && { campusId }), ...(postType && { postType }) }, { sort: ['applyTo'], limit: MOST })).filter(
    p => Date.parse(p.applyFrom) <= now && now < Date.parse(p.applyTo),
  )
  const free = (await freeOf(db, who.classId ? [who.classId] : []))(who.classId)
  const mine = new Map((await db.unscoped(postApplication).all({ studentId: who.id })).map(a => [a.postId, a.id])) // one's own
  const [units, campuses] = [await db.cached(employUnit), await db.cached(campus)]
  const posts = open.map(p => ({
    ...only(FIELDS, p),
    id: p.id,
    spans: p.schedule.map(s => ({ days: [...s.days], from: s.from, to: s.to })),
    unit: units.get(p.unitId)?.name ?? '',
    campus: campuses.get(p.campusId)?.name ?? null,
    seatsLeft: p.headcount - p.filled,
    matchPercent: matchPercent(p.schedule, free),
    applicationId: mine.get(p.id) ?? null,
  }))
  return posts.filter(p => !fits || p.matchPercent === FITS).toSorted((a, b) => b.matchPercent - a.matchPercent)
}
export default [
  handle(hall, async (ctx, asked) => postsFor(ctx.db, await selfStudent(ctx), asked)),
  /** Posts among all that there is to apply for, in one line: how many there are, and how many lie in the student's free time. */
  aidOffersOf({
    code: 'workStudy',
    label: '勤工助学',
    order: 40,
    async find({ db, lang }, who) {
      const posts = await postsFor(db, who, {})
      if (!posts.length) return []
      const fitting = posts.filter(p => p.matchPercent === FITS).length
      const bar = await barOf(db, who.id)
      return [{ name: sayIn(lang)('{n} 个岗位在招聘，{m} 个在你空闲的时间', { n: posts.length, m: fitting }), lacks: bar === undefined ? [] : [bar], link: '/workStudy/hall' }]
    },
  }),
]
