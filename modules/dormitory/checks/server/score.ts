import sql from 'sql-template-tag'
import type { Row } from '#model'
import type { Db } from '#server/context.ts'
import { limitsOf } from '../model/parse-scheme.ts'
import { checkRecord } from '../model/record.ts'
import { mergeSheets, type Occupant, type Outcome, outcomeOf, type Sheet } from '../model/score.ts'
import { weekOf } from '../model/week.ts'
import { mainClass, type Resident } from './occupants.ts'
import type { TaskRoom } from './rooms.ts'
import { settingsOf } from './settings.ts'
import type { Scheme } from './tasks.ts'

export type CheckRecord = Row<typeof checkRecord>
/** A validated sheet, with the room's residents at that time. */
export interface ScoringInput {
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
/**
 * One record per room and task: the first checker creates it, later ones add to it. Locked in room order, so that two phones submitting the same floor are
 * serialized.
 */
async function lockRecords(db: Db, taskId: string, kind: string, taken: readonly ScoringInput[]): Promise<Map<string, Stored>> {
  const rows = [...taken].sort((a, b) => (a.room.id < b.room.id ? -1 : 1))
  await db.insertMany(
    checkRecord,
    rows.map(({ room, sheet, residents }) => ({
      taskId,
      roomId: room.id,
      dormId: room.dormId,
      kind,
      checkedAt: sheet.at,
      week: weekOf(sheet.at),
      sheets: [],
      isValid: false,
      ...mainClass(residents),
    })),
    { skipExisting: true, history: false }, // an insert: the next write is its first history entry
  )
  const held = await db.query<Stored>(sql`select id, room_id as "roomId", sheets, dropped, room_score::float8 as "roomScore", version from check_record
    where tenant_id = ${db.me.tenantId} and task_id = ${taskId} and room_id = any(${taken.map(x => x.room.id)}::uuid[]) order by room_id for no key update`)
  return new Map(held.map(r => [r.roomId, r]))
}
/** Merges sheets into the records and rescores them; any number of rooms in four statements. */
export async function mergeInto(db: Db, taskId: string, scheme: Scheme, taken: readonly ScoringInput[]): Promise<Written[]> {
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
  await writeOutcomes(db, written)
  return written
}
const MOST_PHOTOS = 9
/** Writes scores, checkers and photos of many records in one statement, with history. */
export async function writeOutcomes(db: Db, written: readonly Written[]): Promise<void> {
  const rows = written.map(({ roomId: _room, ...w }) => ({
    ...w,
    checkerIds: [...new Set(w.sheets.map(s => s.by))],
    checkedAt: w.sheets.map(s => s.at).sort()[0] ?? new Date().toISOString(),
    photos: [...new Set(w.sheets.flatMap(s => s.photos))].slice(0, MOST_PHOTOS),
    note:
      w.sheets
        .flatMap(s => s.note ?? [])
        .join('；')
        .slice(0, 200) || null,
  }))
  await db.sourced('check').updateMany(checkRecord, rows)
}
