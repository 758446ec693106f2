import sql from 'sql-template-tag'
import { stuClass } from '#modules/campus/model/organisation.ts'
import { ownStudentId } from '#modules/student/server/api.ts'
import { type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { cqaScheme, stageAt } from '../../schemes/model/scheme.ts'
import { cqaSheet } from '../../sheets/model/sheet.ts'
import { calculate } from '../../sheets/server/api.ts'
import { groupGrid, groupScore, groupSubmit } from '../model/actions.ts'
import { gridOf, NO_GRID } from './grid.ts'
import { groupOf, membersOf } from './groups.ts'
import { indexFor, mustBeNow, refuse, stateRefusal, writeScore } from './scoring.ts'

const classNameOf = async (db: Db, id: string | null): Promise<string> => (id ? ((await db.cached(stuClass)).get(id)?.name ?? '') : '')
/** 50-CQ8: inside the window, or on a sheet that the counsellor returned. */
const isReturned = (sheet: { returnedReason: string | null; state: string }, scheme: Parameters<typeof stageAt>[0]): boolean =>
  sheet.returnedReason !== null && sheet.state === 'selfDone' && stageAt(scheme) === 'fdy'
const score = handle(groupScore, async ({ db, me }, { sheetId, indexId, ...given }) => {
  const memberId = ownStudentId(me)
  const found = await db.unscoped(cqaSheet).find({ id: sheetId }) // the group is checked next
  const group = found && (await groupOf(db, found.schemeId, found.classId))
  if (!found || !group) throw notFound()
  if (!membersOf(group).includes(memberId)) throw refuse('notMember', { className: await classNameOf(db, found.classId) })
  if (found.studentId === memberId) throw refuse('self')
  if (found.studentId === group.leaderId) throw refuse('leader')
  const sheet = await db.unscoped(cqaSheet).lock(sheetId) // members of a group write one after the other
  const scheme = await db.unscoped(cqaScheme).one(sheet.schemeId) // its windows
  if (!isReturned(sheet, scheme)) mustBeNow(scheme, 'group')
  if (sheet.state !== 'open' && sheet.state !== 'selfDone') throw await stateRefusal(db, sheet, '评分')
  await indexFor(db, sheet, indexId, 'group', given.score)
  return { version: (await writeScore(db, sheet, indexId, 'group', given)).version }
})
/** Submits what the class has; who missed the own stage goes on with automatic scores and is marked. */
const submit = handle(groupSubmit, async ({ db, me }, { schemeId }) => {
  const leaderId = ownStudentId(me)
  const own = await db.unscoped(cqaSheet).find({ schemeId, studentId: leaderId }) // the caller's own class
  const group = own && (await groupOf(db, schemeId, own.classId))
  if (!group || group.leaderId !== leaderId) throw refuse('notLeader')
  const scheme = await db.unscoped(cqaScheme).one(schemeId) // its windows
  const mine = sql`t.scheme_id = ${schemeId} and t.class_id = ${group.classId} and t.state in ('open', 'selfDone')`
  if (stageAt(scheme) !== 'fdy') mustBeNow(scheme, 'group')
  const returned = stageAt(scheme) === 'fdy' ? sql`${mine} and t.returned_reason is not null` : mine
  const done = await db.updateWhere(cqaSheet, returned, { isSelfMissed: sql`t.is_self_missed or t.state = 'open'`, state: 'groupDone', returnedReason: null })
  await calculate(db, scheme, sql`and t.class_id = ${group.classId}`)
  return { count: done.length }
})
/** 50-CQ8: the class inside the window; before and after it only what was returned. */
const grid = handle(groupGrid, async ({ db, me }) => {
  const memberId = ownStudentId(me)
  const sheets = await db.unscoped(cqaSheet).all({ studentId: memberId }, { sort: ['-createdAt'] }) // the caller's own
  for (const own of sheets) {
    const scheme = await db.unscoped(cqaScheme).one(own.schemeId) // of the sheet
    const group = scheme.state === 'published' && scheme.stage === 'scoring' ? await groupOf(db, scheme.id, own.classId) : undefined
    if (!group || !membersOf(group).includes(memberId)) continue
    const isOpen = stageAt(scheme) === 'group'
    const found = await gridOf(db, scheme, group.classId, 'group', row => row.studentId !== memberId && row.studentId !== group.leaderId && (isOpen || isReturned(row, scheme)))
    return { ...found, rows: isOpen ? found.rows : found.rows.filter(row => row?.mayScore), isLeader: group.leaderId === memberId }
  }
  return NO_GRID
})
export default [score, submit, grid]
