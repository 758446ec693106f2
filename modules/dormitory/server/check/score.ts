import sql from 'sql-template-tag'
import type { Row } from '#model'
import type { Db } from '#server/context.ts'
import { limitsOf } from '../../model/check/parse-scheme.ts'
import type { checkRecord } from '../../model/check/record.ts'
import { mergeSheets, type Occupant, type Outcome, outcomeOf, type Sheet } from '../../model/check/score.ts'
import { weekOf } from '../../model/check/week.ts'
import { mainClass, type Resident } from './occupants.ts'
import type { TaskRoom } from './rooms.ts'
import { settingsOf } from './settings.ts'
import type { Scheme } from './tasks.ts'

export type CheckRecord = Row<typeof checkRecord>
/** A sheet that may be taken, with the room as it was lived in. */
export interface Taken {
  room: TaskRoom
  sheet: Sheet
  residents: readonly Resident[]
  occupants: readonly Occupant[]
}
export type Stored = Pick<CheckRecord, 'id' | 'roomId' | 'sheets' | 'dropped' | 'roomScore' | 'version'>
export interface Written extends Outcome {
  id: string
  roomId: string
  sheets: readonly Sheet[]
}
/** One record for each room and task: whoever is faster makes it, everybody after that adds to it. Locked in the order of the rooms, so that two phones that send the same floor take turns. */
async function lockRecords(db: Db, taskId: string, kind: string, taken: readonly Taken[]): Promise<Map<string, Stored>> {
  const { tenantId } = db.me
  const by = db.me.userId || null
  const rows = taken.map(({ room, sheet, residents }) => ({ roomId: room.id, dormId: room.dormId, at: sheet.at, week: weekOf(sheet.at), ...mainClass(residents) }))
  await db.query(sql`insert into check_record (tenant_id, task_id, room_id, dorm_id, kind, class_id, department_id, checked_at, week, sheets, is_valid, created_by, updated_by)
    select ${tenantId}::uuid, ${taskId}::uuid, d."roomId", d."dormId", ${kind}, d."classId", d."departmentId", d.at, d.week, '[]', false, ${by}::uuid, ${by}::uuid
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) d("roomId" uuid, "dormId" uuid, at timestamptz, week date, "classId" uuid, "departmentId" uuid) order by 3
    on conflict (tenant_id, task_id, room_id) do nothing`)
  const held = await db.query<Stored>(sql`select id, room_id as "roomId", sheets, dropped, room_score::float8 as "roomScore", version from check_record
    where tenant_id = ${tenantId} and task_id = ${taskId} and room_id = any(${taken.map(x => x.room.id)}::uuid[]) order by room_id for no key update`)
  return new Map(held.map(r => [r.roomId, r]))
}
/** Merges what was seen into the records and scores them anew; any number of rooms in four statements. */
export async function mergeInto(db: Db, taskId: string, scheme: Scheme, taken: readonly Taken[]): Promise<Written[]> {
  if (!taken.length) return []
  const { checkVetoCap } = await settingsOf(db)
  const held = await lockRecords(db, taskId, scheme.kind, taken)
  const written = taken.map(({ room, sheet, occupants }): Written => {
    const record = held.get(room.id)
    if (!record) throw new Error(`no record of ${room.id}`)
    const sheets = mergeSheets([...record.sheets, sheet])
    const outcome = outcomeOf(scheme.items, occupants, sheets, { cap: checkVetoCap, limits: limitsOf(scheme.grades), dropped: record.dropped ?? [] })
    return { id: record.id, roomId: room.id, sheets, ...outcome }
  })
  await writeOutcomes(db, written, new Map([...held.values()].map(r => [r.id, r.roomScore])))
  return written
}
const MOST_PHOTOS = 9
/** Scores, checkers and photos of many records in one statement, the change of each in the history. */
export async function writeOutcomes(db: Db, written: readonly Written[], before: ReadonlyMap<string, number | null>): Promise<void> {
  const rows = written.map(w => ({
    ...w,
    checkerIds: [...new Set(w.sheets.map(s => s.by))],
    checkedAt: w.sheets.map(s => s.at).sort()[0],
    photos: [...new Set(w.sheets.flatMap(s => s.photos))].slice(0, MOST_PHOTOS),
    note:
      w.sheets
        .flatMap(s => s.note ?? [])
        .join('；')
        .slice(0, 200) || null,
    diff: { roomScore: { from: before.get(w.id) ?? null, to: w.roomScore }, checkerIds: { from: null, to: w.sheets.map(s => s.by) } },
  }))
  const by = db.me.userId || null
  const { tenantId } = db.me
  await db.query(sql`
    with d as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x(id uuid, sheets jsonb, "itemScores" jsonb, "publicScore" numeric, "personalScore" numeric, "roomScore" numeric, grade text,
        "vetoItems" jsonb, "noOneIn" boolean, refused boolean, "isValid" boolean, "checkerIds" jsonb, "checkedAt" timestamptz, photos jsonb, note text, diff jsonb)),
    changed as (update check_record r set sheets = d.sheets, item_scores = d."itemScores", public_score = d."publicScore", personal_score = d."personalScore", room_score = d."roomScore", grade = d.grade,
        veto_items = d."vetoItems", no_one_in = d."noOneIn", refused = d.refused, is_valid = d."isValid", checker_ids = d."checkerIds", checked_at = d."checkedAt", photos = d.photos, note = d.note,
        version = r.version + 1, updated_at = now(), updated_by = ${by}::uuid
      from d where r.tenant_id = ${tenantId} and r.id = d.id returning r.id)
    insert into operation_log (tenant_id, user_id, module, action, biz_type, biz_id, source, diff)
      select ${tenantId}::uuid, ${by}::uuid, 'dormitory', 'update', 'checkRecord', d.id, 'check', d.diff from d join changed using (id)`)
}
