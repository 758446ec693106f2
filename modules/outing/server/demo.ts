import { HOUR_MS } from '#model/days.ts'
import { schoolInstant } from '#model/school-time.ts'
import { canton } from '#modules/campus/model/canton.ts'
import { addDays, weekdayOf } from '#modules/campus/model/days.ts'
import { type DemoPupil, demoPupils } from '#modules/student/server/demo-people.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { type Random, randomOf } from '#server/demo/random.ts'
import { goingOut } from '../model/going-out.ts'
import { holidayDestination, holidayPlan } from '../model/holiday.ts'

const OUT_NOW = 60
const LATE = 4
const PORTION = 5000
/** Share of students from the school's own province; the others come from the other thirty. */
const HOME_SHARE = 0.55
const PLACES = ['市区商场', '火车站接人', '市图书馆', '光谷广场', '黄鹤楼', '市人民医院', '同学家', '体育中心', '电影院', '家']
const PURPOSES = ['shopping', 'family', 'meal', 'travel', 'work', 'medical', 'other'] as const
const WAYS = ['train', 'train', 'train', 'plane', 'coach', 'car'] as const
const MAINLAND = /^(1[1-5]|2[1-3]|3[1-7]|4[1-6]|5[0-4]|6[1-5])/

/** A past National Day, a New Year still open for answers, and trips of this afternoon. */
export default async function demo(db: Db): Promise<void> {
  const pupils = await demoPupils(db)
  if (!pupils.length) return
  const random = randomOf(83)
  const areas = (await db.unscoped(canton).all({ level: 'area', isEnabled: true }, { sort: ['code'] })).map(c => c.code).filter(code => MAINLAND.test(code)) // a national table without scope
  const places = areas.length ? spread(areas) : []
  const [year, day] = [Number(today().slice(0, 4)), today()]
  const october = day >= `${year}-10-08` ? year : year - 1
  await holiday(db, pupils, places, random, {
    name: `${october} 年国庆节`,
    from: `${october}-10-01`,
    to: `${october}-10-07`,
    ends: `${october}-09-28`,
    isOpen: false,
    share: 0.985,
  })
  const january = `${year + 1}-01-01`
  const ends = addDays(day, 6)
  await holiday(db, pupils, places, random, {
    name: `${year + 1} 年元旦`,
    from: january > ends ? january : addDays(ends, 3),
    to: january > ends ? addDays(january, 2) : addDays(ends, 5),
    ends,
    isOpen: true,
    share: 0.82,
  })
  await outNow(db, pupils, areas, random)
}
/** One area of every province first, so that a few students cover all provinces. */
function spread(areas: readonly string[]): string[] {
  const byProvince = Map.groupBy(areas, code => code.slice(0, 2))
  return [...byProvince.values()].flatMap(of => of.slice(0, 12))
}
interface Holiday {
  name: string
  from: string
  to: string
  ends: string
  isOpen: boolean
  share: number
}
async function holiday(db: Db, pupils: readonly DemoPupil[], places: readonly string[], random: Random, of: Holiday): Promise<void> {
  const officer = await demoAccount(db, 'officer')
  const plan = await db.insert(holidayPlan, {
    processType: 'holidayPlan',
    name: of.name,
    xn: null,
    beginTime: schoolInstant(addDays(of.ends, of.isOpen ? -9 : -7), '08:00'),
    endTime: schoolInstant(of.ends, '20:00'),
    audience: { roles: ['student'] },
    kind: 'short',
    holidayFrom: of.from,
    holidayTo: of.to,
    state: of.isOpen ? 'published' : 'closed',
    publishedAt: schoolInstant(addDays(of.ends, of.isOpen ? -9 : -7), '08:00'),
    audienceCount: pupils.length,
    ownerDepartmentId: officer?.departmentId ?? null,
    publisher: { userId: officer?.id ?? '', departmentId: officer?.departmentId ?? null, teacherId: null, studentId: null, reaches: [{ roleCode: 'officer', scope: 'all' }] },
  })
  // the demo student's own answer stays open
  const answering = pupils.filter((p, n) => !(of.isOpen && p.isOwn) && (n * 37) % 1000 < of.share * 1000)
  const drafts = answering.map((p, n) => ({ planId: plan.id, studentId: p.id, classId: p.classId, departmentId: p.departmentId, ...answerOf(p, n, places, random, of) }))
  for (let i = 0; i < drafts.length; i += PORTION) await db.insertMany(holidayDestination, drafts.slice(i, i + PORTION) as never)
}
function answerOf(p: DemoPupil, n: number, places: readonly string[], random: Random, of: Holiday) {
  const answeredAt = schoolInstant(addDays(of.ends, -(n % 6) - (of.isOpen ? 3 : 0)), `${String(8 + (n % 12)).padStart(2, '0')}:${String((n * 7) % 60).padStart(2, '0')}`)
  const isHome = random.int(0, 99) < HOME_SHARE * 100
  const cantonCode = isHome ? p.homeCanton : (places[(n * 11) % Math.max(1, places.length)] ?? null)
  if (n % 9 === 0 || !cantonCode) return { choice: 'stay' as const, answeredAt, contactPhone: p.phone }
  const transport = random.pick(WAYS)
  const leaveAt = schoolInstant(addDays(of.from, n % 5 === 0 ? -1 : n % 11 === 0 ? 1 : 0), `${String(7 + (n % 12)).padStart(2, '0')}:30`)
  const backPlanned = schoolInstant(addDays(of.to, n % 4 === 0 && n % 11 !== 0 ? -1 : 0), `${String(12 + (n % 9)).padStart(2, '0')}:00`)
  return {
    choice: isHome ? ('home' as const) : n % 7 === 0 ? ('other' as const) : ('travel' as const),
    answeredAt,
    leaveAt,
    backPlanned,
    cantonCode,
    transport,
    tripNo: transport === 'train' ? `G${1000 + (n % 800)}` : transport === 'plane' ? `CZ${3000 + (n % 600)}` : null,
    contactPhone: p.phone,
    showsToCompanions: n % 6 === 0,
    backAt: of.isOpen ? null : new Date(Date.parse(backPlanned) + ((n % 5) - 2) * HOUR_MS).toISOString(),
  }
}
/** Sixty out, four of them overdue, and three weeks of past trips. */
async function outNow(db: Db, pupils: readonly DemoPupil[], areas: readonly string[], random: Random): Promise<void> {
  const capital = `${homeProvince(pupils)}01`
  const near = areas.filter(code => code.startsWith(capital))
  const around = near.length ? near : areas
  if (!around.length) return
  const now = Date.now()
  const step = Math.max(1, Math.floor(pupils.length / (OUT_NOW + 10)))
  const chosen = pupils
    .filter((p, n) => !p.isOwn && n % step === 0)
    .slice(0, Math.min(OUT_NOW, Math.floor(pupils.length / 2)))
    .sort((a, b) => Number(b.isNear) - Number(a.isNear))
  const late = Math.min(LATE, Math.floor(chosen.length / 4))
  const trip = (p: DemoPupil, n: number) => ({
    studentId: p.id,
    classId: p.classId,
    departmentId: p.departmentId,
    purpose: random.pick([...PURPOSES]),
    cantonCode: (n % 6 === 0 ? areas[(n * 131) % areas.length] : around[n % around.length]) ?? '',
    place: random.pick(PLACES),
    transport: n % 6 === 0 ? 'train' : 'metro',
    contactPhone: p.phone ?? '13800000000',
  })
  const running = chosen.map((p, n) => {
    const out = now - (2 + (n % 5)) * HOUR_MS
    const back = n < late ? now - (2 + n) * HOUR_MS - HOUR_MS / 2 : now + (1 + (n % 30)) * HOUR_MS
    const outAt = new Date(n < late ? back - 6 * HOUR_MS : out).toISOString()
    return {
      ...trip(p, n),
      confirmedAt: outAt,
      outPlanned: outAt,
      outAt,
      outWay: n % 3 ? 'gate' : 'location',
      backPlanned: new Date(back).toISOString(),
      state: n < late ? 'overdue' : 'out',
      lateTold: n < late ? 'fdy' : null,
    }
  })
  const saturday = addDays(today(), -weekdayOf(today()) - 1)
  const over = pupils
    .filter((p, n) => p.isOwn || n % 7 === 0)
    .slice(0, 1500)
    .map((p, n) => {
      const date = addDays(saturday, -7 * (n % 3))
      const [outPlanned, backPlanned] = [schoolInstant(date, '10:00'), schoolInstant(date, '20:00')]
      return {
        ...trip(p, n),
        confirmedAt: outPlanned,
        outPlanned,
        outAt: outPlanned,
        outWay: 'gate',
        backPlanned,
        backAt: schoolInstant(date, `${17 + (n % 3)}:30`),
        backWay: n % 8 ? 'gate' : 'location',
        state: 'back',
      }
    })
  await db.insertMany(goingOut, [...running, ...over] as never)
}
/** The school's province: that of most students. */
function homeProvince(pupils: readonly DemoPupil[]): string {
  const groups = [...Map.groupBy(pupils, p => p.homeCanton?.slice(0, 2) ?? '')].filter(([key]) => key)
  return groups.sort((a, b) => b[1].length - a[1].length)[0]?.[0] ?? '52'
}
