import sql, { type Sql } from 'sql-template-tag'
import { DAY_MS, HOUR_MS } from '#model/days.ts'
import type { Db } from '#server/context.ts'
import { notifyWorkers } from '#server/jobs/queue-worker.ts'
import { itemsOf } from '#server/params/dictionaries.ts'
import { accessEvent, type Direction, passageWay, type Quarantine } from '../model/access-event.ts'
import { type Asking, LATE_HOURS, type RecordFault, SKEW_MS, type SoundRecord, sort } from '../model/intake.ts'
import { TOUCHED, touch } from './dirty-nights.ts'
import { accessSettings } from './settings.ts'

export interface TakenIn {
  received: number
  stored: number
  repeats: number
  quarantined: number
  faults: RecordFault[]
}
interface Stored {
  id: string
  studentId: string | null
  deviceId: string | null
  direction: Direction
  eventAt: string
  quarantine: Quarantine | null
}
/** Passage columns `follow` needs. */
export const RELEASED = ['studentId', 'deviceId', 'direction', 'eventAt', 'quarantine'] as const
/** Stores records from any source in one transaction: valid ones once, duplicates counted, invalid ones reported. */
export async function takeIn(db: Db, given: readonly unknown[], source: 'push' | 'pull', deviceCode?: string): Promise<TakenIn> {
  const { records, faults } = sort(given, await askingOf(db, deviceCode))
  // a request without records is a heartbeat
  const codes = [...new Set([...(deviceCode ? [deviceCode] : []), ...records.map(r => r.deviceCode)])]
  // deliveries of one device are serialized, so that a counter reset is detected
  await db.query(sql`select 1 from access_device where tenant_id = ${db.me.tenantId} and code = any(${codes}::text[]) order by id for no key update`)
  const stored = records.length ? await store(db, records, source) : []
  await count(db, codes, records, stored)
  await follow(db, stored)
  return { received: given.length, stored: stored.length, repeats: records.length - stored.length, quarantined: stored.filter(s => s.quarantine).length, faults }
}
async function askingOf(db: Db, deviceCode: string | undefined): Promise<Asking> {
  const { accessKeepDays } = await accessSettings(db)
  const ways = await itemsOf(db, passageWay.code)
  return { ...(deviceCode ? { deviceCode } : {}), ways: new Set(ways.keys()), oldest: new Date(Date.now() - accessKeepDays * DAY_MS).toISOString() }
}
/** Resolves a person number: by the school's mapping, else as student number. Staff are resolved, too, but have no nights. */
export const whoIs = (tenantId: string, personNo: Sql): Sql => sql`
  left join access_person m on m.tenant_id = ${tenantId} and m.person_no = ${personNo}
  left join student s on s.tenant_id = ${tenantId} and s.student_no = ${personNo} and s.deleted_at is null
  left join teacher t on t.tenant_id = ${tenantId} and t.staff_no = ${personNo}`
export const QUARANTINE = (
  deviceId: Sql,
  eventAt: Sql,
): Sql => sql`case when ${deviceId} is null then 'unknownDevice' when m.student_id is null and s.id is null and t.id is null then 'unknownPerson'
  when ${eventAt} > now() + make_interval(secs => ${SKEW_MS / 1000}) then 'futureTime' end`

/** 20-DA1, DA3: one statement; unique indexes detect duplicates. The same sequence number with other content means the device's counter was reset. */
function store(db: Db, records: readonly SoundRecord[], source: 'push' | 'pull'): Promise<Stored[]> {
  const { tenantId } = db.me
  const from = sql`jsonb_to_recordset(${JSON.stringify(records)}::jsonb) g("deviceCode" text, seq int, "personNo" text, direction text, "eventAt" timestamptz, way text)
    left join access_device d on d.tenant_id = ${tenantId} and d.code = g."deviceCode"
    left join access_event e on e.tenant_id = ${tenantId} and e.device_code = g."deviceCode" and e.seq = g.seq ${whoIs(tenantId, sql`g."personNo"`)}`
  const values = {
    deviceCode: sql`g."deviceCode"`,
    deviceId: sql`d.id`,
    dormId: sql`d.dorm_id`,
    seq: sql`case when e.id is null or (e.person_no, e.event_at, e.direction) = (g."personNo", g."eventAt", g.direction) then g.seq end`,
    personNo: sql`g."personNo"`,
    studentId: sql`coalesce(m.student_id, s.id)`,
    direction: sql`g.direction`,
    eventAt: sql`g."eventAt"`,
    way: sql`g.way`,
    source,
    quarantine: QUARANTINE(sql`d.id`, sql`g."eventAt"`),
  }
  return db.insertFrom(accessEvent, values, from, { skipExisting: true, returning: RELEASED, history: false })
}
/** Updates last-seen time and duplicate counters of the devices. */
async function count(db: Db, codes: readonly string[], records: readonly SoundRecord[], stored: readonly Stored[]): Promise<void> {
  const received = Map.groupBy(records, r => r.deviceCode)
  const kept = Map.groupBy(stored, s => s.deviceId ?? '')
  const devices = await db.query<{ id: string; code: string }>(sql`select id, code from access_device where tenant_id = ${db.me.tenantId} and code = any(${[...codes]}::text[])`)
  const counts = devices.map(d => {
    const own = received.get(d.code) ?? []
    const now = new Date().toISOString()
    const latest =
      own
        .map(r => r.eventAt)
        .filter(at => at <= now)
        .sort()
        .at(-1) ?? null
    const fresh = kept.get(d.id)?.length ?? 0
    return { id: d.id, fresh, repeats: own.length - fresh, latest }
  })
  await db.query(sql`update access_device d set last_seen_at = now(), last_event_at = greatest(d.last_event_at, c.latest), received_count = d.received_count + c.fresh, repeat_count = d.repeat_count + c.repeats
    from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) c(id uuid, fresh int, repeats int, latest timestamptz) where d.tenant_id = ${db.me.tenantId} and d.id = c.id`)
}
/** 20-DA2: emits events for recent passages and queues the nights they affect. */
export async function follow(db: Db, stored: ReadonlyArray<Omit<Stored, 'id'>>): Promise<void> {
  const oldest = Date.now() - LATE_HOURS * HOUR_MS
  const young = stored.filter(s => s.studentId && !s.quarantine && Date.parse(s.eventAt) >= oldest)
  if (!young.length) return
  await db.emitMany(
    'dormitory.passage',
    young.map(({ studentId, direction, eventAt, deviceId }) => ({ studentId, direction, eventAt, deviceId })),
  )
  if (await touch(db, young)) await notifyWorkers(db, TOUCHED)
}
