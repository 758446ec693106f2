import { type InputOf, type Refusal, refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { scoreRooms } from '../model/actions.ts'
import type { Mark, Sheet } from '../model/score.ts'
import type { Resident } from './occupants.ts'
import type { Task, TaskRoom } from './rooms.ts'
import type { Scheme } from './tasks.ts'

export type GivenSheet = NonNullable<InputOf<typeof scoreRooms>['sheets'][number]>
type GivenMark = NonNullable<GivenSheet['marks'][number]>
/** Tolerance for a phone's clock. */
const AHEAD_MS = 5 * 60_000
export interface Around {
  task: Task
  scheme: Scheme
  room: TaskRoom | undefined
  residents: readonly Resident[]
  by: string
  /** The reader's student id, if any. */
  studentId: string | null
  now: number
}
const refused = (key: keyof (typeof scoreRooms)['refusals'] & string, values: Record<string, unknown>): Refusal => refusalOf(scoreRooms, key, values)

/** Parses a checker's submission; throws the violation. */
export function readSheet(given: GivenSheet, around: Around): Sheet & { room: TaskRoom } {
  const { task, room, residents, studentId } = around
  if (!room) throw refused('notInTask', { room: '—', task: task.name })
  checkTime(given.at, around)
  if (studentId && residents.some(r => r.studentId === studentId)) throw refused('ownRoom', { room: room.fullName })
  const isSeen = !given.noOneIn && !given.refused
  const marks = isSeen ? given.marks.flatMap(m => (m ? [markOf(m, room, around)] : [])) : []
  checkFull(marks, around.scheme)
  const photos = (given.photos ?? []).flatMap(id => id ?? [])
  const bare = around.scheme.items.find(i => i.needPhoto && !photos.length && marks.some(m => m.item === i.code))
  if (bare) throw refused('needPhoto', { item: bare.name })
  return { room, by: around.by, at: given.at, marks, photos, note: given.note?.trim() || null, noOneIn: given.noOneIn, refused: given.refused }
}
function checkTime(at: string, { task, now }: Around): void {
  const moment = Date.parse(at)
  if (moment > now + AHEAD_MS) throw refused('future', { at: schoolTimeText(at) })
  if (moment < Date.parse(task.beginTime) || moment > Date.parse(task.endTime))
    throw refused('outside', { at: schoolTimeText(at), beginTime: schoolTimeText(task.beginTime), endTime: schoolTimeText(task.endTime) })
}
function markOf({ item: code, step, bedNo, times }: GivenMark, room: TaskRoom, { scheme, residents }: Around): Mark {
  const item = scheme.items.find(i => i.code === code)
  if (!item) throw refused('unknownItem', { item: code })
  const known = item.veto ? null : item.steps.find(s => s.name === step)
  if (known === undefined) throw refused('unknownItem', { item: `${item.name} ${step ?? ''}`.trim() })
  if (item.area === 'personal' && !item.veto && !bedNo) throw refused('noBed', { item: item.name })
  const whose = item.area === 'personal' && bedNo ? residents.find(r => r.bedNo === bedNo) : undefined
  if (item.area === 'personal' && bedNo && !whose) throw refused('unknownBed', { room: room.fullName, bedNo })
  return { item: code, step: known?.name ?? null, studentId: whose?.studentId ?? null, times }
}
/** Deductions of an item must not exceed its points, per room or occupant. */
function checkFull(marks: readonly Mark[], { items }: Scheme): void {
  for (const own of Map.groupBy(marks, m => `${m.item} ${m.studentId ?? ''}`).values()) {
    const item = items.find(i => i.code === own[0]?.item)
    const points = own.reduce((sum, m) => sum + (item?.steps.find(s => s.name === m.step)?.points ?? 0) * m.times, 0)
    if (item && !item.veto && points > item.full) throw refused('overFull', { item: item.name, points, full: item.full })
  }
}
