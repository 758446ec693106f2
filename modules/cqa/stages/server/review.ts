import sql from 'sql-template-tag'
import { stuClass } from '#modules/campus/model/organisation.ts'
import { accountsOf, studentOf } from '#modules/student/server/api.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { notify } from '#server/notifications/notify.ts'
import { cqaScheme } from '../../schemes/model/scheme.ts'
import type { Scheme } from '../../schemes/server/api.ts'
import { cqaScore, cqaSheet } from '../../sheets/model/sheet.ts'
import { calculate } from '../../sheets/server/api.ts'
import { collegeGrid, collegePass, collegeReturn, collegeScore, fdyGrid, fdyPass, fdyReturn, fdyScore } from '../model/actions.ts'
import { CQA_MESSAGES } from '../model/messages.ts'
import { gridOf } from './grid.ts'
import { groupOf } from './groups.ts'
import { indexFor, mustBeNow, refuse, type ScoreInput, type Sheet, stageNow, stateRefusal, writeScore } from './scoring.ts'

type Staff = 'fdy' | 'college'
/** Sheets that each of them passes on: a class whose group did not submit goes on with what it has. */
const FROM = { fdy: ['open', 'selfDone', 'groupDone'], college: ['fdyDone'] } as const
const TO = { fdy: 'fdyDone', college: 'collegeDone' } as const
const BACK = { fdy: { from: 'groupDone', to: 'selfDone' }, college: { from: 'fdyDone', to: 'groupDone' } } as const
const schemeOf = (db: Db, id: string) => db.unscoped(cqaScheme).one(id) // of a sheet in scope
const isFor = (staff: Staff, { state }: Pick<Sheet, 'state'>): boolean => (FROM[staff] as readonly string[]).includes(state)
async function lockFor(db: Db, id: string, staff: Staff, act: string): Promise<{ sheet: Sheet; scheme: Scheme }> {
  const sheet = await db.visible(cqaSheet).lock(id)
  const scheme = await schemeOf(db, sheet.schemeId)
  mustBeNow(scheme, staff)
  if (!isFor(staff, sheet)) throw await stateRefusal(db, sheet, act)
  return { sheet, scheme }
}
const PAGE = '/cqa/mine'
async function tellChanged(db: Db, sheet: Sheet, change: { scheme: string; index: string; from: number; to: number; reason: string }): Promise<void> {
  const [who, account] = [await studentOf(db, sheet.studentId), (await accountsOf(db, [sheet.studentId])).get(sheet.studentId)]
  const values = { ...change, name: who?.name ?? '' }
  const link = `${PAGE}?scheme=${sheet.schemeId}`
  if (account) await notify(db, CQA_MESSAGES.changed, { to: [account], values, bizType: 'cqaSheet', bizId: sheet.id, link, mobileLink: link })
}
/** 50-CQ9: a change by more than the scheme allows gives a reason the student can read. */
async function change({ db }: Pick<Ctx, 'db'>, staff: Staff, sheetId: string, indexId: string, given: ScoreInput) {
  const { sheet, scheme } = await lockFor(db, sheetId, staff, '评分')
  const index = await indexFor(db, sheet, indexId, staff, given.score)
  const before = (await db.unscoped(cqaScore).all({ sheetId, indexId })).find(s => s.stage === (staff === 'fdy' ? 'group' : 'fdy')) // of the sheet
  const reason = given.reason?.trim() || null
  const isFar = before !== undefined && Math.round(Math.abs(given.score - before.score) * 100) > Math.round(scheme.fdyDelta * 100)
  if (isFar && !reason) throw refuse('reason', { index: index.name, from: before.score, to: given.score, delta: scheme.fdyDelta }, 'reason')
  const row = await writeScore(db, sheet, indexId, staff, { ...given, reason })
  if (isFar && reason) await tellChanged(db, sheet, { scheme: scheme.name, index: index.name, from: before.score, to: given.score, reason })
  return { version: row.version }
}
async function pass({ db }: Pick<Ctx, 'db'>, staff: Staff, given: ReadonlyArray<string | null>) {
  const ids = given.flatMap(id => id ?? [])
  const sheets = await db.visible(cqaSheet).lockAll(ids)
  const other = sheets.find(sheet => !isFor(staff, sheet))
  const ofSchemes = await Promise.all([...Map.groupBy(sheets, t => t.schemeId)].map(async ([id, of]) => ({ scheme: await schemeOf(db, id), of })))
  for (const { scheme } of ofSchemes) mustBeNow(scheme, staff)
  if (other) throw await stateRefusal(db, other, staff === 'fdy' ? '审核' : '确认')
  await db.updateWhere(cqaSheet, { id: sheets.map(t => t.id) }, { isSelfMissed: sql`t.is_self_missed or t.state = 'open'`, state: TO[staff], returnedReason: null })
  for (const { scheme, of } of ofSchemes) await calculate(db, scheme, sql`and t.id = any(${of.map(t => t.id)}::uuid[])`)
  return { count: sheets.length }
}
/** One stage back, with the reason; the leader of the group is told where it is the group's. */
async function giveBack({ db }: Pick<Ctx, 'db'>, staff: Staff, id: string, reason: string) {
  const { sheet, scheme } = await lockFor(db, id, staff, '退回')
  const { from, to } = BACK[staff]
  if (sheet.state !== from) throw await stateRefusal(db, sheet, '退回')
  await db.update(cqaSheet, id, { state: to, returnedReason: reason })
  const group = staff === 'fdy' ? await groupOf(db, sheet.schemeId, sheet.classId) : undefined
  const account = group && (await accountsOf(db, [group.leaderId])).get(group.leaderId)
  if (!account) return
  const who = await studentOf(db, sheet.studentId)
  const link = '/cqa/group'
  await notify(db, CQA_MESSAGES.returned, { to: [account], values: { scheme: scheme.name, name: who?.name ?? '', reason }, bizType: 'cqaSheet', bizId: id, link, mobileLink: link })
}
async function read({ db }: Pick<Ctx, 'db'>, staff: Staff, schemeId: string, classId: string) {
  await db.visible(stuClass).one(classId)
  const scheme = await schemeOf(db, schemeId)
  const isNow = stageNow(scheme) === staff
  return gridOf(db, scheme, classId, staff, row => isNow && isFor(staff, row))
}
export default [
  handle(fdyScore, (ctx, { sheetId, indexId, ...given }) => change(ctx, 'fdy', sheetId, indexId, given)),
  handle(collegeScore, (ctx, { sheetId, indexId, ...given }) => change(ctx, 'college', sheetId, indexId, given)),
  handle(fdyPass, (ctx, { ids }) => pass(ctx, 'fdy', ids)),
  handle(collegePass, (ctx, { ids }) => pass(ctx, 'college', ids)),
  handle(fdyReturn, (ctx, { sheetId, reason }) => giveBack(ctx, 'fdy', sheetId, reason)),
  handle(collegeReturn, (ctx, { sheetId, reason }) => giveBack(ctx, 'college', sheetId, reason)),
  handle(fdyGrid, (ctx, { schemeId, classId }) => read(ctx, 'fdy', schemeId, classId)),
  handle(collegeGrid, (ctx, { schemeId, classId }) => read(ctx, 'college', schemeId, classId)),
]
