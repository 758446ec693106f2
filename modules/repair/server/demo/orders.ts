import sql from 'sql-template-tag'
import { DAY_MS } from '#model/days.ts'
import { schoolDate, schoolMs } from '#model/school-time.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import type { Db } from '#server/context.ts'
import type { Random } from '#server/demo/random.ts'
import { dueTimes } from '../../model/clock.ts'
import { repairType, repairUrgency } from '../../model/faults.ts'
import { repairOrder } from '../../model/order.ts'
import { meanOf, repairScore } from '../../model/score.ts'
import { workSheet } from '../../model/sheet.ts'
import type { Urgency } from '../orders.ts'
import { settingsOf } from '../settings.ts'
import type { Type } from '../types.ts'
import type { DemoWorker } from './workers.ts'

const [MINUTE, DAY] = [60_000, DAY_MS]
/** One of fifty is open, one of a thousand overdue. */
const [OPEN_SHARE, LATE_SHARE] = [50, 1000]
const OPEN_STATES = ['submitted', 'dispatched', 'dispatched', 'working', 'working', 'suspended', 'done', 'reopened'] as const
const WORDS = ['坏了，麻烦来看看', '昨天晚上开始的', '一直这样，影响使用', '已经有一周了', '同寝的同学也发现了'] as const
const PRAISE = ['师傅很快就来了', '修得很好，还打扫了', '态度好', '约好的时间准时到', '', ''] as const

interface Resident {
  userId: string
  roomId: string
  buildingId: string
  campusId: string | null
  place: string
  phone: string | null
}
/** Residents with accounts, the demo student first. */
const residentsOf = (db: Db, most: number): Promise<Resident[]> =>
  db.query<Resident>(sql`select a.user_id as "userId", r.id as "roomId", d.building_id as "buildingId", d.campus_id as "campusId", r.full_name as place, s.phone
    from dorm_stay y join student s on s.tenant_id = y.tenant_id and s.id = y.student_id join student_account a on a.tenant_id = s.tenant_id and a.student_id = s.id
      join dorm_room r on r.tenant_id = y.tenant_id and r.id = y.room_id join dorm_building d on d.tenant_id = r.tenant_id and d.id = r.dorm_id join sys_user u on u.tenant_id = a.tenant_id and u.id = a.user_id
    where y.tenant_id = ${db.me.tenantId} and y.state = 'checkedIn' and y.kind <> 'temporary' order by u.user_name = 'student' desc, md5(s.id::text) limit ${most}`)
interface World {
  random: Random
  residents: readonly Resident[]
  leaves: readonly Type[]
  urgencies: ReadonlyMap<string, Urgency>
  workersOf: (groupId: string | null) => readonly DemoWorker[]
  /** The worker people of the demo sign in as. */
  own: DemoWorker
  settings: Awaited<ReturnType<typeof settingsOf>>
}
/** A moment of the day at which people report. */
const reportedAt = (random: Random, daysAgo: number): number =>
  schoolMs(schoolDate(Date.now() - daysAgo * DAY), `${String(random.int(7, 22)).padStart(2, '0')}:${String(random.int(0, 59)).padStart(2, '0')}`)

function orderOf({ random, residents, leaves, urgencies, workersOf, own, settings }: World, n: number, openCount: number, lateCount: number, total: number) {
  const isOpen = n < openCount
  const isLate = n < lateCount
  const who = residents[n % residents.length] as Resident
  const type = leaves[(n * 7 + random.int(0, 6)) % leaves.length] as Type
  const urgency = urgencies.get(type.defaultUrgencyId) as Urgency
  const picked = random.pick(workersOf(type.parentId))
  // every third open order, so that the demo's worker has a route today
  const worker = isOpen && n % 3 === 1 ? own : picked
  const state = isLate ? ('working' as const) : isOpen ? (OPEN_STATES[n % OPEN_STATES.length] ?? 'dispatched') : ('closed' as const)
  const created = isLate
    ? Date.now() - urgency.finishMin * MINUTE * 3
    : isOpen
      ? Date.now() - random.int(5, Math.min(600, urgency.finishMin / 2)) * MINUTE
      : reportedAt(random, 2 + Math.floor((n * 363) / total))
  const times = dueTimes(created, 0, urgency, settings)
  const took = random.chance(0.91) ? random.int(20, Math.max(30, Math.floor(urgency.finishMin * 0.8))) : Math.floor(urgency.finishMin * 1.4)
  const done = isOpen && state !== 'done' ? null : Math.min(created + took * MINUTE, Date.now() - MINUTE)
  const isAssigned = state !== 'submitted' && state !== 'reopened'
  const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())
  return {
    worker: isAssigned ? worker : undefined,
    created,
    done,
    order: {
      id: uuidv7(),
      orderNo: `BX${schoolDate(created).replaceAll('-', '')}-D${String(n + 1).padStart(4, '0')}`,
      applicantId: who.userId,
      phone: who.phone ?? '13800000000',
      placeType: 'room' as const,
      roomId: who.roomId,
      buildingId: who.buildingId,
      campusId: who.campusId,
      place: who.place,
      typeId: type.id,
      urgencyId: urgency.id,
      title: type.name,
      description: `${type.name}，${random.pick(WORDS)}`,
      state,
      workerId: isAssigned ? worker.id : null,
      ...times,
      clockFrom: iso(created),
      alerted: isLate ? 2 : 0,
      breachedAt: isLate ? times.dueFinish : null,
      pooledAt: state === 'submitted' || state === 'reopened' ? iso(created + MINUTE) : null,
      poolReason: state === 'submitted' ? ('full' as const) : state === 'reopened' ? ('visit' as const) : null,
      reopenCount: state === 'reopened' ? 2 : !isOpen && n % 25 === 0 ? 1 : 0,
      suspendedAt: state === 'suspended' ? iso(Date.now() - 60 * MINUTE) : null,
      suspendReason: state === 'suspended' ? 'parts' : null,
      resumeOn: state === 'suspended' ? schoolDate(Date.now() + 3 * DAY) : null,
      suspendCount: state === 'suspended' ? 1 : 0,
      arrivedAt: done || state === 'working' ? iso(Math.min(created + 30 * MINUTE, Date.now())) : null,
      doneAt: iso(done),
      confirmBy: done ? iso(done + 7 * DAY) : null,
      scoreUntil: isOpen ? null : iso(Date.now()),
      confirmedAt: isOpen ? null : iso((done ?? created) + random.int(1, 60) * 60 * MINUTE),
      confirmedWay: isOpen ? null : random.chance(0.6) ? ('applicant' as const) : ('rule' as const),
      cause: done ? (n % 17 ? 'wear' : 'misuse') : null,
      costTotal: done ? random.int(0, 30) * 100 : null,
      payBy: done ? ('school' as const) : null,
      createdAt: new Date(created).toISOString(),
    },
  }
}
type DemoOrder = ReturnType<typeof orderOf>
function sheetOf({ order, worker, created, done }: DemoOrder, random: Random) {
  const at = (minutes: number): string => new Date(Math.min(created + minutes * MINUTE, Date.now())).toISOString()
  const state = done ? ('done' as const) : order.state === 'dispatched' ? ('accepted' as const) : ('arrived' as const)
  return {
    orderId: order.id,
    repairerId: worker?.id ?? '',
    state,
    assignedWay: 'auto' as const,
    assignedAt: at(1),
    acceptBy: at(60),
    acceptedAt: at(8),
    comingAt: at(60),
    arrivedAt: state === 'accepted' ? null : at(30),
    doneAt: order.doneAt,
    endedAt: order.doneAt,
    minutes: done ? random.int(10, 90) : null,
    createdAt: order.createdAt,
  }
}
/** Orders of the last year, the open ones of the last hours, with sheets and scores. */
export async function makeOrders(db: Db, random: Random, workers: readonly DemoWorker[], total: number, officerId: string | null): Promise<void> {
  const residents = await residentsOf(db, total)
  const types = await db.unscoped(repairType).all({}, { limit: 500 }) // demo data
  const leaves = types.filter(t => t.parentId !== null)
  const [own] = workers
  if (!residents.length || !leaves.length || !own) return
  const groups = Map.groupBy(workers, w => w.groupId)
  const urgencies = new Map((await db.unscoped(repairUrgency).all()).map(u => [u.id, u])) // demo data
  const world: World = { random, residents, leaves, urgencies, own, settings: await settingsOf(db), workersOf: id => groups.get(id ?? '') ?? workers }
  const [open, late] = [Math.round(total / OPEN_SHARE), Math.max(2, Math.round(total / LATE_SHARE))]
  const made = Array.from({ length: total }, (_, n) => orderOf(world, n, open, late, total))
  const scored = made.filter(m => m.order.state === 'closed' && random.chance(0.55))
  const scores = scored.map(({ order, worker, done }) => {
    const low = random.chance(0.03)
    const mark = () => (low ? random.int(1, 2) : random.int(4, 5))
    const marks = { speed: mark(), quality: mark(), manner: mark(), tidy: mark() }
    const at = new Date((done ?? Date.now()) + DAY).toISOString()
    const handled = low ? { callBackNote: '已电话回访，安排复查', calledBackAt: at } : {}
    return {
      orderId: order.id,
      repairerId: worker?.id ?? null,
      ...marks,
      mean: meanOf(marks),
      text: low ? '等了太久' : random.pick(PRAISE) || null,
      anonymous: false,
      raterId: order.applicantId,
      callBackNote: null,
      calledBackAt: null,
      ...handled,
      createdAt: at,
    }
  })
  const means = new Map(scores.map(s => [s.orderId, s.mean]))
  await db.insertMany(
    repairOrder,
    made.map(m => ({ ...m.order, score: means.get(m.order.id) ?? null, enteredById: m.order.roomId.endsWith('0') ? officerId : null })),
    { history: false },
  )
  await db.insertMany(
    workSheet,
    made.filter(m => m.worker).map(m => sheetOf(m, random)),
    { history: false },
  )
  await db.insertMany(repairScore, scores, { history: false })
}
