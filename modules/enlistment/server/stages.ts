import type { InputOf } from '#model'
import { refusalOf } from '#model'
import { addMonths } from '#modules/campus/model/days.ts'
import { studentsOf, withStudents } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { attachFiles } from '#server/files/attachments.ts'
import { translate } from '#server/i18n/translate.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { advanceStage, endPath, enterPapers } from '../model/actions.ts'
import { ENLIST_MESSAGES } from '../model/messages.ts'
import { END_LABELS, ENDS, type EnlistRecord, enlistRecord, lackingFor, stageAfter, stageStates } from '../model/record.ts'
import { aboutRecord, tellStage } from './notify.ts'
import { stopAids } from './recovery.ts'
import { keptFrom, settingsOf } from './settings.ts'

interface Move {
  row: EnlistRecord
  patch: Partial<EnlistRecord>
}
/** Takes records to a stage: the only way it changes. The student is told, and whoever listens (40-E1). */
export async function enterStage(db: Db, moves: readonly Move[]): Promise<EnlistRecord[]> {
  if (!moves.length) return []
  // moves of one call may bring different columns
  for (const of of Map.groupBy(moves, ({ patch }) => Object.keys(patch).join()).values())
    await db.updateMany(
      enlistRecord,
      of.map(({ row: { id }, patch }) => ({ id, ...patch })),
    )
  const after = await db.unscoped(enlistRecord).all({ id: moves.map(m => m.row.id) }) // the same rows
  await db.emitMany(
    'enlistment.stageChanged',
    after.map(({ id, studentId, stage, kind, noticeDate, keepStatusUntil, dischargedOn, returnBy, returnedOn }) => ({
      ...{ recordId: id, studentId, stage, kind },
      dates: { noticeDate, keepStatusUntil, dischargedOn, returnBy, returnedOn },
    })),
  )
  await tellStage(db, after)
  return after
}
/** What else a stage brings: the day until which the status is kept, and the last day of return. */
async function patchOf(db: Db, row: EnlistRecord, stage: EnlistRecord['stage']): Promise<Partial<EnlistRecord>> {
  if (stage === 'enlisted') return { stage, keepStatusUntil: await keptFrom(db, row.kind, row.noticeDate ?? today()) }
  if (stage !== 'discharged') return { stage }
  const returnBy = addMonths(row.dischargedOn ?? today(), (await settingsOf(db)).keepMonths)
  return { stage, returnBy, keepStatusUntil: returnBy, told: null }
}
type Papers = InputOf<typeof enterPapers>
const given = <T extends object>(values: T): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== '')) as Partial<T>
/** Dates that are given need their papers, and stand in order. */
function refuseFaults(row: EnlistRecord, patch: Partial<EnlistRecord>): void {
  const { noticeDate, noticeFiles, dischargedOn, dischargeFiles, registeredOn } = { ...row, ...patch }
  if (patch.noticeDate && !noticeFiles?.length) throw refusalOf(enlistRecord, 'noticeFile', {}, 'noticeFiles')
  if (noticeDate && registeredOn && noticeDate < registeredOn) throw refusalOf(enlistRecord, 'noticeEarly', { noticeDate, registeredOn }, 'noticeDate')
  if (patch.dischargedOn && !dischargeFiles?.length) throw refusalOf(enlistRecord, 'dischargeFile', {}, 'dischargeFiles')
  if (dischargedOn && (!noticeDate || dischargedOn < noticeDate)) throw refusalOf(enlistRecord, 'dischargeEarly', { dischargedOn, noticeDate: noticeDate ?? '—' }, 'dischargedOn')
  if (dischargedOn && dischargedOn > today()) throw refusalOf(enlistRecord, 'dischargeFuture', { dischargedOn }, 'dischargedOn')
}
async function enter(db: Db, { id, ...papers }: Papers): Promise<void> {
  const row = await db.visible(enlistRecord).lock(id, 'enterPapers')
  const patch = given(papers)
  refuseFaults(row, patch)
  await db.update(enlistRecord, id, patch)
  await attachFiles(db, enlistRecord, id, given({ noticeFiles: papers.noticeFiles, dischargeFiles: papers.dischargeFiles }))
}
const advance = handle(advanceStage, async ({ db, lang }, { ids }) => {
  const rows = await db.visible(enlistRecord).lockAll(ids)
  const lacking = rows.map(row => ({ row, lacks: lacksOf(row), to: stageAfter(row.stage) }))
  const moves: Move[] = []
  for (const { row, lacks, to } of lacking) if (!lacks.length && to) moves.push({ row, patch: await patchOf(db, row, to) })
  await enterStage(db, moves)
  const stay = lacking.filter(({ row }) => !moves.some(m => m.row.id === row.id))
  await tellMissing(db, stay)
  const names = await studentsOf(
    db,
    stay.map(s => s.row.studentId),
  )
  const why = (lacks: readonly string[], row: EnlistRecord) => (lacks.length ? lacks : [stageStates.labels[row.stage]]).map(text => translate(lang, text)).join('、')
  return { done: moves.length, skipped: stay.map(({ row, lacks }) => ({ id: row.id, name: names.get(row.studentId)?.name ?? '', why: why(lacks, row) })) }
})
const lacksOf = (row: EnlistRecord): string[] => (row.state === 'approved' ? lackingFor(row) : ['登记还没有批准'])
/** Students on their way hear which papers are missing. */
async function tellMissing(db: Db, stay: ReadonlyArray<{ row: EnlistRecord; lacks: readonly string[] }>): Promise<void> {
  const lacks = new Map(stay.filter(s => s.row.state === 'approved' && s.lacks.length).map(s => [s.row.id, s.lacks]))
  const people = await withStudents(
    db,
    stay.flatMap(({ row }) => (lacks.has(row.id) ? [row] : [])),
  )
  await notifyAbout(
    db,
    ENLIST_MESSAGES.paperMissing,
    aboutRecord,
    people.map(({ row, who }) => ({ row, who, more: { papers: (lacks.get(row.id) ?? []).join('、') } })),
  )
}
const end = handle(endPath, async ({ db, me, lang }, { id, to, cause, reason, on }) => {
  const row = await db.visible(enlistRecord).lock(id, 'endPath')
  if (!(ENDS[to].from as readonly string[]).includes(row.stage)) {
    const name = (await studentsOf(db, [row.studentId])).get(row.studentId)?.name ?? ''
    throw refusalOf(enlistRecord, 'notAhead', { name, stage: { text: stageStates.labels[row.stage] }, to: { text: END_LABELS[to] } })
  }
  const [after] = await enterStage(db, [{ row, patch: { stage: to, endCause: cause, endReason: reason ?? null, endedOn: on } }])
  if (after) await stopAids({ db, me, lang }, after)
})
export default [handle(enterPapers, ({ db }, input) => enter(db, input)), advance, end]
