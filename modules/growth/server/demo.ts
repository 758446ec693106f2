import { studentsOf } from '#modules/student/server/api.ts'
import { demoPupils } from '#modules/student/server/demo-people.ts'
import { submit } from '#modules/workflow/server/api.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { day } from '#server/demo/days.ts'
import type { Demo } from '#server/demo/options.ts'
import { randomOf } from '#server/demo/random.ts'
import { growthCap } from '../model/cap.ts'
import { growthEntry } from '../model/entry.ts'
import { objectionSubject } from '../model/flow.ts'
import { growthManual } from '../model/manual.ts'
import { growthObjection } from '../model/objection.ts'
import { postGrowth, reverseGrowth } from './post.ts'

const KINDS = [
  { category: 'volunteer', title: '迎新志愿服务', hours: 9, points: 2, labourHours: 4 },
  { category: 'volunteer', title: '图书馆整理', hours: 3, points: 0.5, labourHours: 2 },
  { category: 'ideology', title: '主题团日活动', hours: 2, points: 1, labourHours: 0 },
  { category: 'artsSports', title: '校运动会', hours: 4, points: 1.5, labourHours: 0 },
  { category: 'innovation', title: '创新创业讲座', hours: 2, points: 0.5, labourHours: 0 },
  { category: 'practice', title: '暑期社会实践', hours: 8, points: 3, labourHours: 0 },
  { category: 'work', title: '学生会干事任职', hours: 0, points: 4, labourHours: 0 },
  { category: 'skill', title: '普通话训练营', hours: 6, points: 1, labourHours: 0 },
] as const
const [SPAN, EACH, WAITING, OBJECTED] = [300, 4, 6, 2]
/** A year of entries made by hand and checked, some that wait for their second person, one reversed. */
export default (async db => {
  const [officer, league] = [await demoAccount(db, 'officer'), await demoAccount(db, 'league')]
  const pupils = await demoPupils(db)
  if (!officer || !league || !pupils.length) return
  const random = randomOf(607)
  await db.insertMany(growthCap, [{ span: 'term', category: 'volunteer', fromOn: day(-SPAN), hours: 60 }], { skipExisting: true })
  const drafts = pupils.flatMap(pupil =>
    Array.from({ length: pupil.isOwn ? KINDS.length : random.int(0, EACH) }, (_, n) => {
      const kind = pupil.isOwn ? KINDS[n % KINDS.length] : random.pick(KINDS)
      return { ...(kind ?? KINDS[0]), id: uuidv7(), studentId: pupil.id, bizDate: day(pupil.isOwn ? -3 - 9 * n : -random.int(1, SPAN)), reason: '活动名单补录' }
    }),
  )
  const unique = [...new Map(drafts.map(d => [`${d.studentId} ${d.category} ${d.bizDate} ${d.title}`, d])).values()]
  await db.insertMany(
    growthManual,
    unique.map(d => ({ ...d, state: 'posted' as const, makerId: officer.id, checkerId: league.id })),
    { history: false },
  )
  const posted = await postGrowth(
    db,
    unique.map(({ id, ...d }) => ({ ...d, sourceType: growthManual.name, sourceId: id, makerId: officer.id, confirmerId: league.id })),
  )
  await reverseGrowth(db, posted.slice(-1), '名单有误，本人没有参加')
  await objections(
    db,
    pupils.filter(p => p.isNear && !p.isOwn).map(p => p.id),
  )
  const near = pupils.filter(p => p.isNear).slice(0, WAITING)
  await db.insertMany(
    growthManual,
    near.map(({ id: studentId }) => ({
      studentId,
      category: 'volunteer',
      title: '社区敬老服务',
      bizDate: day(-2),
      hours: 3,
      points: 1,
      labourHours: 2,
      reason: '社区补交名单',
      makerId: officer.id,
    })),
    { history: false },
  )
}) satisfies Demo
/** Two objections that wait for whoever confirmed the entry. */
async function objections(db: Db, studentIds: readonly string[]): Promise<void> {
  const entries = await db.unscoped(growthEntry).all({ studentId: [...studentIds], 'hours.ge': 1, 'reversesId.isNull': true }, { sort: ['-bizDate'], limit: OBJECTED }) // demo data
  const students = await studentsOf(
    db,
    entries.map(e => e.studentId),
  )
  for (const { id: entryId, studentId, title, bizDate, hours, points, labourHours, confirmerId: organiserId } of entries) {
    const who = students.get(studentId)
    if (!who) continue
    const place = { departmentId: who.departmentId, classId: who.classId }
    const asked = { hours: hours + 2, points, labourHours, grounds: '当天从早上八点做到下午五点，名单上少记了两小时。', proofs: [] }
    const row = await db.insert(growthObjection, { entryId, studentId, ...place, title, bizDate, ...asked, organiserId, state: 'pending' })
    await submit({ db, me: db.me, lang: 'zh-cn' }, objectionSubject, row)
  }
}
