import { stuClass } from '#modules/campus/model/organisation.ts'
import { Semaphore } from '#server/base/semaphore.ts'
import { handle } from '#server/context.ts'
import { previewRules } from '../model/actions.ts'
import type { Measures } from '../model/engine/measures.ts'
import { presortPlan } from '../model/plan.ts'
import { parseRules } from '../model/rules.ts'
import { inputOf } from './input.ts'
import { readPlan } from './plan.ts'
import { workedOut } from './worker-thread.ts'

/** Semaphore: a run occupies a processor for seconds; beyond the limit requests are refused. */
const slots = new Semaphore(1)
let waiting = 0
const MOST_WAITING = 3
const BLANK: Measures = {
  students: 0,
  placed: 0,
  unplaced: 0,
  wishesMet: 0,
  wishesOf: 0,
  classes: 0,
  classesSplit: 0,
  rooms: 0,
  halfEmpty: 0,
  mixedRooms: 0,
  score: 0,
  byClass: [],
}
const plain = ({ byClass: _byClass, ...measures }: Measures) => measures

/** Both runs use the same seed, data and scoring weights, so that differences come from the rules alone. */
export default handle(previewRules, async ({ db, refuse }, { id, rules: given }) => {
  const row = await db.visibleFor(presortPlan, 'dormitory:presortPlan:list').one(id)
  const plan = readPlan(row)
  const rules = parseRules(given)
  if (!rules) return refuse('rulesForm', {}, 'rules')
  if (plan.mode !== 'toStudent') refuse('mode')
  const input = await inputOf(db, plan)
  if (!input.students.length) refuse('nobody')
  if (waiting >= MOST_WAITING) refuse('busy')
  waiting++
  try {
    await slots.acquire()
    try {
      const scoredBy = rules.weights
      const before = (await workedOut({ input: { ...input, scoredBy }, mode: plan.mode }))?.measures ?? BLANK
      const after = (await workedOut({ input: { ...input, rules, scoredBy }, mode: plan.mode }))?.measures ?? BLANK
      return { before: plain(before), after: plain(after), classes: changed(before, after, await db.cached(stuClass)) }
    } finally {
      slots.release()
    }
  } finally {
    waiting--
  }
})
function changed(before: Measures, after: Measures, classes: ReadonlyMap<string, { name: string }>) {
  const was = new Map(before.byClass.map(c => [c.classId, c]))
  return after.byClass
    .map(c => ({
      classId: c.classId,
      label: classes.get(c.classId)?.name ?? '—',
      students: c.students,
      before: was.get(c.classId)?.score ?? 0,
      after: c.score,
      roomsBefore: was.get(c.classId)?.rooms ?? 0,
      roomsAfter: c.rooms,
    }))
    .filter(c => c.before !== c.after || c.roomsBefore !== c.roomsAfter)
    .sort((a, b) => a.after - a.before - (b.after - b.before) || (a.label < b.label ? -1 : 1))
}
