import { Refusal } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { isOpen, notOpen } from '#modules/workflow/rounds/model/round.ts'
import { isInAudience } from '#modules/workflow/server/api.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { attachFiles } from '#server/files/attachments.ts'
import { formatIssue } from '#server/i18n/translate.ts'
import { scoreRooms } from '../model/actions.ts'
import { checkRecord, checkTask } from '../model/record.ts'
import { checkScheme } from '../model/scheme.ts'
import { keyOf } from '../model/score.ts'
import { violationType } from '../model/violation.ts'
import { dayOf } from '../model/week.ts'
import { occupantsOf, residentsOf } from './occupants.ts'
import { type GivenSheet, readSheet } from './read-sheet.ts'
import { roomsIn, type Task } from './rooms.ts'
import { mergeInto, type ScoringInput, type Written } from './score.ts'
import type { Scheme } from './tasks.ts'
import { draftViolations, type ViolationDraft } from './violation.ts'

/** Grace period for offline submissions recorded in time. */
const SYNC_MS = 24 * HOUR_MS
export async function taskOfChecker(db: Db, id: string): Promise<Task> {
  const task = await db.unscoped(checkTask).one(id) // ownership is checked next
  if (!['published', 'paused', 'closed', 'archived'].includes(task.state) || !(await isInAudience(db, checkTask, task))) throw notFound()
  return task
}
export async function schemeOf(db: Db, { schemeId }: Pick<Task, 'schemeId'>): Promise<Scheme> {
  const scheme = (await db.cached(checkScheme)).get(schemeId)
  if (!scheme) throw notFound()
  return scheme
}
function mustTake(task: Task, now: number): void {
  const isLate = task.state === 'closed' || (task.state === 'published' && now >= Date.parse(task.endTime))
  if (!isOpen(task, now) && !(isLate && now < Date.parse(task.endTime) + SYNC_MS)) throw notOpen(checkTask, task, now)
}
interface Batch {
  taken: ScoringInput[]
  problems: Map<string, string>
}
/** Validates each sheet separately: an invalid one does not block the others. */
async function read({ db, me, lang }: Ctx, task: Task, scheme: Scheme, sheets: readonly GivenSheet[]): Promise<Batch> {
  const now = Date.now()
  const ids = sheets.map(s => s.roomId)
  const rooms = new Map((await roomsIn(db, task.id, ids)).map(r => [r.id, r]))
  const on = dayOf(sheets[0]?.at ?? new Date(now).toISOString())
  const residents = await residentsOf(db, ids, on)
  const byRoom = Map.groupBy(residents, r => r.roomId)
  const occupants = await occupantsOf(db, residents, on)
  const batch: Batch = { taken: [], problems: new Map() }
  for (const given of sheets) {
    const own = byRoom.get(given.roomId) ?? []
    try {
      const { room, ...sheet } = readSheet(given, { task, scheme, room: rooms.get(given.roomId), residents: own, by: me.userId, studentId: me.studentId, now })
      batch.taken.push({ room, sheet, residents: own, occupants: occupants.get(given.roomId) ?? [] })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      batch.problems.set(given.roomId, error.issues.map(i => formatIssue(lang, i)).join('；'))
    }
  }
  return batch
}
/** 20-DI2: each veto found creates a violation draft, of the occupant if known, else of the room. */
function draftsOf(scheme: Scheme, taken: readonly ScoringInput[], written: readonly Written[]): ViolationDraft[] {
  const ids = new Map(written.map(w => [w.roomId, w.id]))
  return taken.flatMap(({ room, sheet }) =>
    sheet.marks.flatMap((mark): ViolationDraft[] => {
      const item = scheme.items.find(i => i.code === mark.item && i.veto)
      const sourceId = ids.get(room.id)
      if (!item || !sourceId) return []
      const type = violationType.items.some(i => i.key === item.violation) ? (item.violation ?? 'other') : 'other'
      return [
        {
          studentId: mark.studentId,
          roomId: room.id,
          type,
          level: type === 'openFire' ? 'serious' : 'ordinary',
          at: sheet.at,
          details: [`检查发现${item.name}`, sheet.note].filter(Boolean).join('：'),
          place: room.fullName,
          sourceType: 'checkRecord',
          sourceId,
          sourceSeq: keyOf(mark),
        },
      ]
    }),
  )
}
export default handle(scoreRooms, async (ctx, { taskId, sheets: given }) => {
  const { db } = ctx
  const task = await taskOfChecker(db, taskId)
  mustTake(task, Date.now())
  const scheme = await schemeOf(db, task)
  const sheets = [...new Map(given.flatMap(s => (s ? [[s.roomId, s] as const] : []))).values()]
  // rooms are grouped by day: residents and excuses differ
  const batches = await Promise.all([...Map.groupBy(sheets, s => dayOf(s.at)).values()].map(those => read(ctx, task, scheme, those)))
  const taken = batches.flatMap(b => b.taken)
  const written = await mergeInto(db, taskId, scheme, taken)
  for (const w of written)
    if (w.sheets.some(s => s.photos.length)) await attachFiles(db, checkRecord, w.id, { photos: w.sheets.flatMap(s => (s.by === db.me.userId ? s.photos : [])) })
  await draftViolations(db, draftsOf(scheme, taken, written))
  const problems = batches.flatMap(b => [...b.problems])
  return {
    results: [
      ...written.map(w => ({ roomId: w.roomId, problem: null, roomScore: w.roomScore, grade: w.grade, checkers: w.sheets.length, isValid: w.isValid })),
      ...problems.map(([roomId, problem]) => ({ roomId, problem, roomScore: null, grade: null, checkers: null, isValid: null })),
    ],
  }
})
