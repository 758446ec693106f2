import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { schoolDate, schoolTimeText } from '#model/school-time.ts'
import { termOf } from '#modules/campus/model/calendar-rules.ts'
import { calendarOf } from '#modules/campus/server/api.ts'
import { round, roundAccounts } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Ctx, type Db, rules } from '#server/context.ts'
import { parseFences } from '../model/fences.ts'
import { signTask, taskActions } from '../model/sign-task.ts'
import { timingProblem, windowsOf } from '../model/timing.ts'
import { ownWays } from '../model/ways.ts'
import { dayReader } from './calendar.ts'
import { closeAll, dropPlanned } from './close-dates.ts'
import { LINK } from './link.ts'
import { makeDates } from './make-dates.ts'
import { openDue, prolong } from './open-dates.ts'
import { settingsOf } from './settings.ts'

export type Task = Row<typeof signTask>
type Draft = Partial<Task>

/** 20-SA4: validates and normalises the fences. */
async function checkFences(db: Db, draft: Draft): Promise<void> {
  const { minRadius, maxFences } = await settingsOf(db)
  const read = parseFences(draft.fences, minRadius, maxFences)
  if ('problem' in read) {
    const { key, ...values } = read.problem
    throw refusalOf(signTask, key, { ...values, least: minRadius, most: maxFences }, 'fences')
  }
  if (draft.fences !== undefined) draft.fences = read.fences
  if (draft.ways?.includes('location') && !read.fences.length) throw refusalOf(signTask, 'needsFence', {}, 'fences')
}
function checkLists({ ways, weekdays, remindAt }: Draft): void {
  if (ways && !ways.length) throw refusalOf(signTask, 'noWays', {}, 'ways')
  const isIn = (values: unknown, least: number, most: number): boolean =>
    values == null || (Array.isArray(values) && values.every(v => Number.isInteger(v) && v >= least && v <= most))
  if (!isIn(weekdays, 1, 7)) throw refusalOf(signTask, 'weekdayForm', {}, 'weekdays')
  if (!isIn(remindAt, 1, 1440)) throw refusalOf(signTask, 'remindForm', {}, 'remindAt')
}
async function checkTask(db: Db, task: Draft & Pick<Task, 'beginTime' | 'endTime' | 'repeat'>): Promise<void> {
  checkLists(task)
  await checkFences(db, task)
  const problem = timingProblem({ weekdays: null, skipsHolidays: null, openTime: null, lateTime: null, closeTime: null, ...task })
  if (problem) throw refusalOf(signTask, problem.key, problem.values, problem.field)
  if (task.repeat === 'once') return
  const term = termOf((await calendarOf(db)).terms, schoolDate(task.beginTime))
  if (term && schoolDate(task.endTime) > term.endDate) throw refusalOf(signTask, 'beyondTerm', { endTime: schoolTimeText(task.endTime), term: term.endDate }, 'endTime')
}
const live = (draft: Draft): void => {
  draft.photoRule = draft.ways?.includes('photo') ? 'live' : 'none'
}
/** Fields fixed once people were notified: how to sign, when, and what it counts for. */
const SETTLED = ['kind', 'direction', 'repeat', 'weekdays', 'openTime', 'lateTime', 'closeTime', 'ways', 'wayRule', 'skipsHolidays', 'countsForEvidence', 'exempt'] as const
const own = rules(signTask, {
  async add({ db, me }, draft) {
    draft.ownerId = me.userId
    draft.teacherId = me.teacherId
    live(draft)
    await checkTask(db, { repeat: 'once', beginTime: '', endTime: '', ...draft } as Task)
  },
  async update({ db }, row, patch) {
    const changed = row.state === 'draft' ? undefined : SETTLED.find(key => patch[key] !== undefined && JSON.stringify(patch[key]) !== JSON.stringify(row[key]))
    if (changed) throw refusalOf(signTask, 'settled', { name: row.name, state: '已发布', what: signTask.fields[changed].label }, changed)
    const after = { ...row, ...patch }
    await checkTask(db, after)
    if (patch.fences !== undefined) patch.fences = after.fences
    if (patch.ways) live(patch)
  },
})
/** A published task needs at least one occurrence and one student. */
async function checkPublish({ db }: Ctx, row: Task): Promise<void> {
  await checkTask(db, row)
  const windows = windowsOf(row, await dayReader(db), schoolDate(row.endTime))
  if (!windows.some(w => Date.parse(w.closesAt) > Date.now()))
    throw refusalOf(signTask, 'noDates', { beginTime: schoolTimeText(row.beginTime), endTime: schoolTimeText(row.endTime) }, 'beginTime')
  const [found] = await db.query(sql`select 1 from ${await roundAccounts(db, signTask, row)} a where a.student_id is not null limit 1`)
  if (!found) throw refusalOf(signTask, 'noStudents', {}, 'audience')
}
/** Generates occurrences and opens due ones at once, so that a class meeting starts immediately. */
async function begin({ db }: Pick<Ctx, 'db'>, row: Task): Promise<void> {
  await makeDates(db, row, today())
  await openDue(db, new Date(), row.id)
}
export default [
  round(signTask, taskActions, {
    processType: 'signTask',
    audience: 'live',
    link: LINK,
    announces: false,
    check: checkPublish,
    published: begin,
    reopened: begin,
    extended: ({ db }, row) => prolong(db, row),
    closed: async (db, row) => {
      await dropPlanned(db, row.id)
      await closeAll(db, row.id)
    },
    // a copy belongs to its creator and gets occurrences of its own
    copied: async ({ db, me }, _from, to) => void (await db.update(signTask, to.id, { ownerId: me.userId, teacherId: me.teacherId, madeUntil: null })),
  }),
  own,
]
export const needsPhoto = (task: Pick<Task, 'ways'>): boolean => ownWays(task.ways).includes('photo')
