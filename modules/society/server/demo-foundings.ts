import { department } from '#modules/campus/model/organisation.ts'
import { studentOf } from '#modules/student/server/api.ts'
import { demoPupils } from '#modules/student/server/demo-people.ts'
import { submit } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { moment } from '#server/demo/days.ts'
import { societyChange } from '../model/change.ts'
import { changeSubject, foundingSubject } from '../model/flow.ts'
import { CHARTER_PARTS, type CharterPart, founderConsent, societyFounding } from '../model/founding.ts'
import { societyMember } from '../model/member.ts'
import { society } from '../model/society.ts'
import { barredAmong, headFaults } from './eligible.ts'

const PARTS = Object.keys(CHARTER_PARTS) as CharterPart[]
const [ENOUGH, SOME, MOST_TRIED] = [22, 12, 80]
/** One society that gathers founders, one whose founding waits for the demo's teacher, and a change that waits for them. */
export async function makeFoundings(db: Db, advisorId: string, unitId: string): Promise<void> {
  const all = (await demoPupils(db)).filter(p => p.hasAccount && !p.isOwn)
  const barred = await barredAmong(
    db,
    all.map(p => p.id),
  )
  const pupils = await ledFirst(
    db,
    all.filter(p => !barred.has(p.id)),
  )
  if (pupils.length < ENOUGH + SOME || !(await db.cached(department)).has(unitId)) return
  const same = { level: 'school' as const, guidanceUnitId: unitId, advisorId, joinWay: 'review' as const, charter: [], charterParts: PARTS }
  const call = async (name: string, category: string, purpose: string, state: 'gathering' | 'pending', people: typeof pupils) => {
    const [first] = people
    const row = await db.insert(societyFounding, {
      ...{ ...same, name, category, purpose, state, studentId: first?.id ?? '', gatherUntil: moment(4, '18:00'), createdAt: moment(-3, '12:10') },
      ...{ rankShare: 18, meets: '周四 19:00' },
    } as never)
    const consents = people.map(({ id: studentId }, n) => ({ foundingId: row.id, studentId, state: 'agreed' as const, at: moment(-(n % 3), '12:30') }))
    await db.insertMany(founderConsent, consents, { history: false })
    return row
  }
  await call('无人机社', 'innovation', '学飞行、学装调，用航拍记录校园。', 'gathering', pupils.slice(0, SOME))
  const waiting = await call('古籍修复社', 'academic', '跟图书馆老师学修书，让旧书再被翻开。', 'pending', pupils.slice(SOME, SOME + ENOUGH))
  await submit({ db, me: db.me, lang: 'zh-cn' }, foundingSubject, waiting)
  await makeChange(db)
}
type Pupils = Awaited<ReturnType<typeof demoPupils>>
/** Two who may lead stand first of those who found: the others follow in their order. */
async function ledFirst(db: Db, pupils: Pupils): Promise<Pupils> {
  const able: Pupils[number][] = []
  for (const p of pupils.slice(0, MOST_TRIED)) {
    const who = await studentOf(db, p.id)
    if (who && !(await headFaults(db, who, null)).faults.length) able.push(p)
    if (able.length === 2) break
  }
  const [one, two] = able
  if (!one || !two) return []
  const others = pupils.filter(p => p !== one && p !== two)
  return [one, ...others.slice(0, SOME - 1), two, ...others.slice(SOME - 1)]
}
/** The head that visitors sign in as asks to change where the society is guided. */
async function makeChange(db: Db): Promise<void> {
  const own = (await demoPupils(db)).find(p => p.isOwn && p.hasAccount)
  if (!own || !(await demoAccount(db, 'student'))) return
  const [led] = await db.unscoped(societyMember).all({ studentId: own.id, role: 'head' }) // the demo's own
  if (!led) return
  const { guidanceUnitId } = await db.unscoped(society).one(led.societyId) // as above
  const units = await db.cached(department)
  const other = [...units.values()].find(u => u.id !== guidanceUnitId && u.parentId)
  if (!other) return
  const values = { kind: 'unit' as const, reason: '社团的活动现在由对方学院指导', newUnitId: other.id, before: units.get(guidanceUnitId)?.name ?? null, after: other.name }
  const row = await db.insert(societyChange, { ...values, societyId: led.societyId, studentId: own.id, state: 'pending', charter: [], minutes: [] } as never)
  await submit({ db, me: db.me, lang: 'zh-cn' }, changeSubject, row)
}
