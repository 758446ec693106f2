import sql from 'sql-template-tag'
import { type Ctx, handle, type Lang } from '#server/context.ts'
import { fileReader } from '#server/files/readers.ts'
import { formatWording } from '#server/i18n/translate.ts'
import { myRoomChecks } from '../model/actions.ts'
import { gainsOf } from '../model/rank.ts'
import { checkRecord, checkTask, checkWeek } from '../model/record.ts'
import type { ItemScore } from '../model/score.ts'
import { untilOf } from './objections.ts'
import { roomOf } from './occupants.ts'
import type { CheckRecord } from './score.ts'

const RECENT = 12
const GAIN_WEEKS = 4
/** Built-in steps are translated for the reader; a school's own stay as written. */
const lostIn = (lang: Lang, { deductions }: ItemScore): string | null =>
  formatWording(
    lang,
    deductions.map(d => ({ text: '{step} −{points}', values: { step: { text: d.step }, points: d.points } })),
  ) || null
/** The room's items and the reader's own; roommates' deductions are hidden. */
function itemsFor(lang: Lang, row: CheckRecord, studentId: string) {
  const scored = row.itemScores
  const own = scored?.people.find(p => p.studentId === studentId)
  const lines = (area: 'public' | 'personal', items: readonly ItemScore[]) => items.map(i => ({ area, name: i.name, score: i.score, full: i.full, lost: lostIn(lang, i) }))
  return { items: [...lines('public', scored?.items ?? []), ...lines('personal', own?.items ?? [])], ownScore: own?.score ?? null }
}
async function describe({ db, lang }: Pick<Ctx, 'db' | 'lang'>, row: CheckRecord, task: string, studentId: string) {
  const until = await untilOf(db, row)
  const mayObject = row.isValid && row.objectionState === 'none' && Date.now() <= until
  return {
    id: row.id,
    task,
    kind: row.kind,
    checkedAt: row.checkedAt,
    roomScore: row.roomScore,
    publicScore: row.publicScore,
    grade: row.grade,
    noOneIn: row.noOneIn,
    refused: row.refused,
    ...itemsFor(lang, row, studentId),
    photos: [...(row.photos ?? [])],
    note: row.note,
    objectUntil: mayObject ? new Date(until).toISOString() : null,
    objectionState: row.objectionState,
    objectionText: row.objectionText,
    objectionAnswer: row.objectionAnswer,
  }
}
const mine = handle(myRoomChecks, async ({ db, me, lang }) => {
  const room = me.studentId ? await roomOf(db, me.studentId) : undefined
  if (!room || !me.studentId) return { room: null, weeks: [], gains: [], records: [] }
  const { studentId } = me
  // the reader's own room
  const weeks = await db.unscoped(checkWeek).all({ level: 'room', roomId: room.id }, { sort: ['-week'], limit: RECENT })
  const records = await db.unscoped(checkRecord).all({ roomId: room.id }, { sort: ['-checkedAt'], limit: RECENT })
  const tasks = new Map((await db.unscoped(checkTask).all({ id: records.map(r => r.taskId) })).map(t => [t.id, t.name])) // only their names are read
  const recent = records.filter(r => r.kind === 'health' && r.isValid).slice(0, GAIN_WEEKS)
  return {
    room: room.fullName,
    weeks: weeks.map(({ week, score, rank, ranked }) => ({ week, score, rank, ranked })),
    gains: gainsOf(recent.flatMap(r => r.itemScores ?? [])),
    records: await Promise.all(records.map(r => describe({ db, lang }, r, tasks.get(r.taskId) ?? '', studentId))),
  }
})
/** Residents may see photos of their room. */
const files = fileReader(checkRecord, async (db, id) => {
  const room = db.me.studentId ? await roomOf(db, db.me.studentId) : undefined
  return Boolean(room && (await db.query(sql`select 1 from check_record where tenant_id = ${db.me.tenantId} and id = ${id} and room_id = ${room.id}`)).length)
})
export default [mine, files]
