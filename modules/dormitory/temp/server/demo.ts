import sql from 'sql-template-tag'
import { HOUR_MS } from '#model/days.ts'
import { schoolInstant } from '#model/school-time.ts'
import { addDays, weekdayOf } from '#modules/campus/model/days.ts'
import { counselledClasses } from '#modules/student/server/demo-people.ts'
import { submit } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { sized } from '#server/demo/options.ts'
import { type Random, randomOf } from '#server/demo/random.ts'
import { nightAt } from '../../places/model/night.ts'
import { tempSubject } from '../model/flow.ts'
import { stateNow } from '../model/nights.ts'
import { type TempState, tempLocation } from '../model/temp-location.ts'

/** Reference size of a school. */
const WHOLE = { tonight: 40, overdue: 5, pending: 12, thisYear: 900 }
const LEAST = { tonight: 6, overdue: 2, pending: 3, thisYear: 40 }
const REASONS: Readonly<Record<string, readonly string[]>> = {
  home: ['家在本市，周末回家', '家里老人过寿，回家住一晚', '身份证到期，回家办理'],
  relative: ['去姑妈家，第二天一起去医院看奶奶', '表姐出嫁，住在舅舅家'],
  hospital: ['住院观察一晚', '陪室友住院输液'],
  laboratory: ['毕业设计设备连续运行，需要值守', '参加竞赛集训，通宵调试'],
  hotel: ['参加省赛，住在赛场附近', '家长来看望，一起住酒店'],
  other: ['参加夜间志愿服务'],
}
const PLACES = ['home', 'home', 'home', 'home', 'relative', 'relative', 'hospital', 'laboratory', 'hotel', 'other']
const HOMES = ['武汉市武昌区中南路 12 号', '武汉市洪山区关山大道 5 栋 1203', '武汉市汉阳区墨水湖路 88 号', '武汉市江岸区解放大道 3 号', '宜昌市西陵区珍珠路 21 号']
const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  hospital: ['市第一人民医院住院部 6 楼', '省人民医院急诊楼'],
  laboratory: ['信息楼 302 嵌入式实验室', '工程训练中心 B 区'],
  hotel: ['会展中心如家酒店 815 房', '省体育馆旁汉庭酒店 406 房'],
  other: ['市青少年活动中心'],
}

interface DemoStudent {
  id: string
  classId: string | null
  departmentId: string | null
  contactName: string | null
  contactPhone: string | null
  isNear: boolean
}
interface DemoApplication {
  pupil: DemoStudent
  from: string
  nights: number
  state: TempState
  isLate?: boolean
  placeType?: string
}
/** Residents with accounts, those of the demo counsellor first, so that the demo users see data. */
const pupilsOf = (db: Db): Promise<DemoStudent[]> =>
  db.query<DemoStudent>(sql`select t.id, t.class_id as "classId", t.department_id as "departmentId", t.emergency_name as "contactName", t.emergency_phone as "contactPhone",
      coalesce(t.class_id in ${counselledClasses(db)}, false) as "isNear"
    from dorm_stay s join student t on t.tenant_id = s.tenant_id and t.id = s.student_id and t.status = 'active' and t.deleted_at is null
    where s.tenant_id = ${db.me.tenantId} and s.state = 'checkedIn' and s.kind = 'main' and exists (select from sys_user u where u.tenant_id = t.tenant_id and u.student_id = t.id and u.user_name <> 'student')
      -- whoever is away on leave asks for no night
      and not exists (select from leave l where l.tenant_id = t.tenant_id and l.student_id = t.id and l.state in ('pending', 'approved', 'active', 'overdue'))
    order by "isNear" desc, md5(t.student_no)`)

/** A year of nights elsewhere for a school of this size: tonight's, a few overdue, some pending, and past ones. */
export async function demoTemps(db: Db, { students }: { students: number }): Promise<void> {
  const pupils = await pupilsOf(db)
  if (pupils.length < 12) return
  const scaled = (name: keyof typeof WHOLE): number => sized(students, WHOLE[name], LEAST[name])
  const most = Math.floor(pupils.length / 4)
  const count = { tonight: Math.min(most, scaled('tonight')), overdue: scaled('overdue'), pending: scaled('pending'), thisYear: scaled('thisYear') }
  const random = randomOf(97)
  await db.insertMany(tempLocation, draftsOf([...running(pupils, count), ...over(pupils, count.thisYear, random)], random))
  await ownOfStudent(db, random)
  const waiting = await db.unscoped(tempLocation).all({ state: 'pending' }, { sort: ['from'] }) // demo setup: no data scope
  // pending ones go through the real flow: steps, todos, messages
  for (const row of waiting) await submit({ db, me: db.me, lang: 'zh-cn' }, tempSubject, row)
}
const spanOf = ({ from, nights }: Pick<DemoApplication, 'from' | 'nights'>) => ({ from: schoolInstant(from, '18:00'), to: schoolInstant(addDays(from, nights), '12:00') })

/** Each student once, every third of the counsellor's for one of the three. */
function running(pupils: readonly DemoStudent[], count: Record<'tonight' | 'overdue' | 'pending', number>): DemoApplication[] {
  // created in the morning it is for the coming evening
  const night = nightAt(new Date(Date.now() + 6 * HOUR_MS).toISOString())
  const near = pupils.filter(p => p.isNear)
  // half of tonight's from anywhere, so that every building has some
  const far = pupils.filter(p => !p.isNear)
  const take = (n: number, own: number, offset: number): DemoStudent[] =>
    [...near.slice(offset, offset + own), ...far.slice(offset * 5, offset * 5 + Math.max(0, n - Math.min(own, near.length)))].slice(0, n)
  const now = Date.now()
  const tonight = take(count.tonight, Math.ceil(count.tonight / 3), 0).map((pupil, n): DemoApplication => {
    const made = { pupil, from: addDays(night, -(n % 2)), nights: 1 + (n % 3) + (n % 2) }
    return { ...made, state: stateNow(spanOf(made), now) }
  })
  const used = new Set(tonight.map(m => m.pupil.id))
  const free = [...near, ...far].filter(p => !used.has(p.id))
  const overdue = free.slice(0, count.overdue).map((pupil, n): DemoApplication => ({ pupil, from: addDays(night, -2 - n), nights: 1, state: 'overdue' }))
  const pending = free
    .slice(count.overdue, count.overdue + count.pending)
    .map((pupil, n): DemoApplication => ({ pupil, from: addDays(today(), 1 + (n % 4)), nights: [1, 2, 4, 1][n % 4] ?? 1, state: 'pending' }))
  return [...tonight, ...overdue, ...pending]
}
/** The school year so far, mostly weekends; one student's lie weeks apart. */
function over(pupils: readonly DemoStudent[], wanted: number, random: Random): DemoApplication[] {
  return Array.from({ length: wanted }, (_, n) => {
    const round = Math.floor(n / pupils.length)
    const some = addDays(today(), -10 - round * 14 - ((n * 11) % 70))
    const from = random.chance(0.7) ? addDays(some, 5 - weekdayOf(some) - 7) : addDays(some, -7)
    return { pupil: pupils[(n * 7) % pupils.length] as DemoStudent, from, nights: random.pick([1, 1, 2, 2, 2, 3]), state: 'closed', isLate: random.chance(0.04) }
  })
}
function draftsOf(made: readonly DemoApplication[], random: Random) {
  const seen = new Set<string>()
  return made.flatMap((m, n) => {
    const key = `${m.pupil.id} ${m.from}`
    if (seen.has(key)) return []
    seen.add(key)
    const span = spanOf(m)
    const placeType = m.placeType ?? random.pick(PLACES)
    const asked = new Date(Math.min(Date.parse(span.from) - (4 + (n % 30)) * HOUR_MS, Date.now() - HOUR_MS)).toISOString()
    const isClosed = m.state === 'closed'
    return {
      tempNo: `WS${asked.slice(0, 10).replaceAll('-', '')}-${5000 + n}`,
      studentId: m.pupil.id,
      departmentId: m.pupil.departmentId,
      classId: m.pupil.classId,
      ...span,
      placeType,
      address: random.pick(ADDRESSES[placeType] ?? HOMES),
      contactName: m.pupil.contactName ?? '家长',
      contactPhone: m.pupil.contactPhone ?? '13985001234',
      guardianInformed: !random.chance(0.1),
      reason: random.pick(REASONS[placeType] ?? REASONS.other ?? ['有事']),
      nights: m.nights,
      firstNight: m.from,
      state: m.state,
      ...(m.state === 'pending' ? {} : { approvedAt: new Date(Date.parse(asked) + (1 + (n % 3)) * HOUR_MS).toISOString() }),
      ...(isClosed ? { backAt: new Date(Date.parse(span.to) + (m.isLate ? 9 : -1) * HOUR_MS).toISOString(), actualNights: m.nights } : {}),
      createdAt: asked,
    }
  })
}
/** The demo student has one past stay, so that the form suggests the address. */
async function ownOfStudent(db: Db, random: Random): Promise<void> {
  const [own] =
    await db.query<DemoStudent>(sql`select s.id, s.class_id as "classId", s.department_id as "departmentId", s.emergency_name as "contactName", s.emergency_phone as "contactPhone", true as "isNear"
    from sys_user u join student s on s.tenant_id = u.tenant_id and s.id = u.student_id where u.tenant_id = ${db.me.tenantId} and u.user_name = 'student' and u.realm = 'admin'`)
  if (own) await db.insertMany(tempLocation, draftsOf([{ pupil: own, from: addDays(today(), -24), nights: 2, state: 'closed', placeType: 'home' }], random))
}
