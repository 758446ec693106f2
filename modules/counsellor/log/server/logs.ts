import sql from 'sql-template-tag'
import { mustAllow, refusalOf } from '#model'
import { addDays, DAY_MS } from '#model/days.ts'
import { schoolDate, schoolTimeText } from '#model/school-time.ts'
import { stuClass } from '#modules/campus/model/organisation.ts'
import { studentsOf } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Ctx, type Db, handle, type Lang, rules } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { readPhrase, storedPhrase } from '#server/i18n/wording.ts'
import { commentWork, confirmDrafts, discardDrafts, followedUp, logWork, myWork } from '../model/actions.ts'
import { isTalk, NEUTRAL, USUAL_MINUTES, WORK_KINDS, type WorkKind, type WorkLog, workLog } from '../model/work-log.ts'
import { draftsSettled } from './evening.ts'
import { standingOf, type Worked } from './own-people.ts'
import { settingsOf } from './settings.ts'

const kindText = (kind: WorkKind) => ({ kind: { text: WORK_KINDS[kind] } })
function authorOf({ me }: Pick<Ctx, 'me'>): string {
  if (!me.teacherId) throw refusalOf(workLog, 'notStaff')
  return me.teacherId
}
function mustBePast(at: string): void {
  if (Date.parse(at) > Date.now()) throw refusalOf(workLog, 'future', { at: schoolTimeText(at) }, 'startedAt')
}
/** 50-CW4: whether what began at a moment is entered later than the school wants it. */
async function lateness(db: Db): Promise<(startedAt: string) => boolean> {
  const since = addDays(today(), -(await settingsOf(db)).lateDays)
  return startedAt => schoolDate(startedAt) < since
}
const MOST_LETTERS = 400
/** 50-CW2: names as they are on that day, kept with the entries. */
export async function peopleOf(db: Db, entries: ReadonlyArray<Pick<Worked, 'studentIds' | 'classIds'>>): Promise<Array<string | null>> {
  const [students, classes] = [
    await studentsOf(
      db,
      entries.flatMap(e => e.studentIds),
    ),
    await db.cached(stuClass),
  ]
  return entries.map(({ studentIds, classIds = [] }) => {
    const names = [...studentIds.flatMap(one => students.get(one)?.name ?? []), ...classIds.flatMap(one => classes.get(one)?.name ?? [])]
    return names.join('、').slice(0, MOST_LETTERS) || null
  })
}
/** 50-CW2, of an entry with a day that its author chose; `field` is what they can change about it. */
async function mustBeOwnThen(db: Db, { startedAt, ...work }: Omit<Worked, 'day'> & { startedAt: string }, field?: string): Promise<void> {
  const day = schoolDate(startedAt)
  const [standing] = await standingOf(db, [{ ...work, day }])
  if (standing?.strangers) throw refusalOf(workLog, 'notOwnThen', { n: standing.strangers, day }, field ?? 'studentIds')
  if (standing?.strangeClasses) throw refusalOf(workLog, 'notOwnClassThen', { n: standing.strangeClasses, day }, field ?? 'classIds')
}
const idsIn = (ids: ReadonlyArray<string | null> | null | undefined): string[] => [...new Set(ids?.flatMap(one => one ?? []))]
/** 50-CW4: other entries of the author that lie in the same time. */
async function overlapsOf(db: Db, { id, authorId, startedAt, minutes }: Pick<WorkLog, 'id' | 'authorId' | 'startedAt' | 'minutes'>): Promise<number> {
  const [found] = await db.query<{
    n: number
  }>(sql`select count(*)::int as n from work_log where tenant_id = ${db.me.tenantId} and author_id = ${authorId} and id <> ${id} and state <> 'discarded'
    and started_at < ${startedAt}::timestamptz + make_interval(mins => ${minutes}::int) and started_at + make_interval(mins => minutes) > ${startedAt}::timestamptz
    and started_at > ${startedAt}::timestamptz - interval '1 day'`)
  return found?.n ?? 0
}
const write = handle(logWork, async (ctx, given) => {
  const { db } = ctx
  const { kind } = given
  const minutes = given.minutes ?? USUAL_MINUTES
  const startedAt = given.startedAt ?? new Date(Date.now() - minutes * 60_000).toISOString()
  const authorId = authorOf(ctx)
  const [studentIds, classIds] = [idsIn(given.studentIds), idsIn(given.classIds)]
  const words = given.words?.trim() || null
  const { mentalHelp } = await settingsOf(db)
  mustBePast(startedAt)
  if (isTalk(kind) && !studentIds.length) throw refusalOf(workLog, 'needsStudent', kindText(kind), 'studentIds')
  if (kind === 'classMeeting' && !classIds.length) throw refusalOf(workLog, 'needsClass', kindText(kind), 'classIds')
  const isMental = given.isMental === true
  // beside another kind the neutral line would say what it hides
  if (isMental && !isTalk(kind)) throw refusalOf(workLog, 'mentalKind', {}, 'kind')
  if (isMental && (words || given.result)) throw refusalOf(workLog, 'mentalWords', { whom: mentalHelp }, 'words')
  if (!words && !isTalk(kind)) throw refusalOf(workLog, 'needsWords', {}, 'words')
  await mustBeOwnThen(db, { authorId, startedAt, studentIds, classIds })
  const said = isTalk(kind) ? { content: words ? null : NEUTRAL, talkContent: words } : { content: words }
  const isLate = (await lateness(db))(startedAt)
  const [people = null] = await peopleOf(db, [{ studentIds, classIds }])
  const { place = null, topics = null, result = null, followUpOn = null } = given
  const row = await db.insert(workLog, {
    ...{ authorId, kind, startedAt, minutes, place, studentIds, classIds, people },
    // which topics a talk about mental health also had would set it apart
    ...{ topics: isMental ? null : topics, ...said, result, followUpOn, isLate, state: 'submitted' as const },
  })
  return { id: row.id, isLate, overlaps: await overlapsOf(db, row), turnTo: isMental ? mentalHelp : null }
})
const shownContent = (lang: Lang, { content, wording }: Pick<WorkLog, 'content' | 'wording'>): string | null => readPhrase(lang, content, wording?.content)
const records = rules(workLog, {
  async remove(_ctx, row) {
    mustAllow(workLog, row, 'remove')
  },
  async update({ db, lang }, row, patch) {
    mustAllow(workLog, row, 'update')
    // sent back as it was read, it stays the product's sentence
    if (patch.content !== undefined && patch.content === shownContent(lang, row)) delete patch.content
    else if (patch.content !== undefined) Object.assign(patch, { wording: null })
    if (patch.followUpOn !== undefined && patch.followUpOn !== row.followUpOn) Object.assign(patch, { isFollowUpTold: false })
    if (patch.startedAt) {
      mustBePast(patch.startedAt)
      const { authorId, studentIds, classIds } = row
      const moved = { authorId, startedAt: patch.startedAt, studentIds: idsIn(studentIds), classIds: idsIn(classIds) }
      if (schoolDate(patch.startedAt) !== schoolDate(row.startedAt)) await mustBeOwnThen(db, moved, 'startedAt')
      // once late, always: moving the time does not make it less so
      Object.assign(patch, { isLate: row.isLate || (await lateness(db))(patch.startedAt) })
    }
    if (isTalk(row.kind) && patch.content && patch.content !== row.content) throw refusalOf(workLog, 'privateWords', kindText(row.kind), 'content')
    if (!isTalk(row.kind) && patch.talkContent) throw refusalOf(workLog, 'openWords', kindText(row.kind), 'talkContent')
  },
})
/** Drafts of the caller; those of others are not there. */
async function ownDrafts(ctx: Ctx, ids: ReadonlyArray<string | null>, verb: 'confirmDrafts' | 'discardDrafts') {
  const authorId = authorOf(ctx)
  const rows = await ctx.db.visible(workLog).lockAll(idsIn(ids), verb)
  if (rows.some(r => r.authorId !== authorId)) throw notFound()
  return rows
}
const confirm = handle(confirmDrafts, async (ctx, { ids }) => {
  const { db } = ctx
  const rows = await ownDrafts(ctx, ids, 'confirmDrafts')
  for (const { startedAt } of rows) mustBePast(startedAt)
  const isLate = await lateness(db)
  await db.updateMany(
    workLog,
    rows.map(({ id, startedAt }) => ({ id, state: 'submitted' as const, isLate: isLate(startedAt) })),
  )
  await draftsSettled(db, authorOf(ctx))
})
const discard = handle(discardDrafts, async (ctx, { ids }) => {
  const rows = await ownDrafts(ctx, ids, 'discardDrafts')
  await ctx.db.updateMany(
    workLog,
    rows.map(({ id }) => ({ id, state: 'discarded' as const })),
  )
  await draftsSettled(ctx.db, authorOf(ctx))
})
const again = handle(followedUp, async (ctx, { id }) => {
  const row = await ctx.db.visible(workLog).lock(id, 'followedUp')
  if (row.authorId !== authorOf(ctx)) throw notFound()
  await ctx.db.update(workLog, id, { followedUpOn: today() })
})
const comment = handle(commentWork, async ({ db, me }, { id, comment: said }) => {
  const row = await db.visible(workLog).lock(id, 'comment')
  // nobody judges their own work
  if (row.authorId === me.teacherId) throw notFound()
  await db.update(workLog, id, { comment: said, commentedById: me.userId, state: 'commented' })
})
const AT_ONCE = 100
const mine = handle(myWork, async ctx => {
  const { db, lang } = ctx
  const authorId = authorOf(ctx)
  const own = db.unscoped(workLog) // the caller's own entries, by author
  const drafts = await own.all({ authorId, state: 'draft' }, { sort: ['-startedAt'], limit: AT_ONCE })
  const due = await own.all({ authorId, state: ['submitted', 'commented'], 'followUpOn.le': today(), 'followedUpOn.isNull': true }, { limit: AT_ONCE })
  const week = await own.count({ authorId, state: ['submitted', 'commented'], 'startedAt.ge': new Date(Date.now() - 7 * DAY_MS).toISOString() })
  const shown = ({ id, kind, startedAt, people, followUpOn, ...said }: WorkLog) => ({ id, kind, startedAt, people, followUpOn, content: shownContent(lang, said) })
  return { drafts: drafts.map(shown), followUps: due.toSorted((a, b) => (a.followUpOn ?? '').localeCompare(b.followUpOn ?? '')).map(shown), week }
})
export default [write, records, storedPhrase(workLog, ['content']), confirm, discard, again, comment, mine]
