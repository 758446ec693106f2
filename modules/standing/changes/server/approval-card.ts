import { isDeepStrictEqual } from 'node:util'
import type { Ctx, Db } from '#server/context.ts'
import { withNote } from '#server/i18n/wording.ts'
import { changeType } from '../model/change-type.ts'
import { type StoredConsequence, statusChange } from '../model/status-change.ts'
import { checksOf } from './judge.ts'
import { type ChangeContext, knownOf } from './known.ts'
import { choiceNames, consequencesOf, placeText, shownChecks, shownConsequences } from './outcome.ts'
import { type Change, targetOf } from './target.ts'
import { type ChangeType, typeOf } from './types.ts'

const EARLIER = 12
/** 30-SC2: of a transfer of major that is not placed yet, for each choice: what differs among them names the choice. */
async function sheetOf(db: Db, type: ChangeType, known: ChangeContext, row: Change): Promise<StoredConsequence[]> {
  const choices = row.isTransfer && !row.toGradeMajorId ? (row.choices ?? []).flatMap(id => id ?? []) : []
  if (!choices.length) return consequencesOf(db, type, known, row)
  const [names, sheets] = [await choiceNames(db, { choices }), [] as StoredConsequence[][]]
  for (const toGradeMajorId of choices) sheets.push(await consequencesOf(db, type, known, { ...row, toGradeMajorId }))
  const isIn = (sheet: readonly StoredConsequence[], one: StoredConsequence): boolean => sheet.some(other => isDeepStrictEqual(other, one))
  const [first = [], ...others] = sheets
  const common = first.filter(one => others.every(sheet => isIn(sheet, one)))
  const own = sheets.flatMap((sheet, n) => sheet.filter(one => !isIn(common, one)).map(one => ({ ...one, value: [one.value].flat().map(word => withNote(word, names[n] ?? '—')) })))
  return [...common, ...own]
}
/** 30-SC2: what somebody needs who decides: the rules, and what the change will cause as of now; afterwards the sheet as it was decided on. */
export async function cardOf({ db, lang }: Ctx, row: Change) {
  const [type, known] = [await typeOf(db, row.typeId), await knownOf(db, row.studentId)]
  const isOpen = row.effectState === 'none'
  const target = targetOf(type, known.student, row, known.classes.get(row.toClassId ?? ''))
  const types = await db.cached(changeType)
  // other changes of the same student, for readers of this one
  const earlier = await db.unscoped(statusChange).all({ studentId: row.studentId, effectState: ['effective', 'reversed'] }, { sort: ['-effectiveDate'], limit: EARLIER })
  return {
    changeNo: row.changeNo,
    typeName: type.name,
    state: row.state,
    effectState: row.effectState ?? 'none',
    effectiveDate: row.effectiveDate,
    until: row.until,
    from: await placeText(db, row.fromStatus, { classId: row.fromClassId, gradeMajorId: row.fromGradeMajorId }),
    to: isOpen
      ? await placeText(db, target.status, target.place)
      : await placeText(db, row.toStatus, { classId: row.toClassId ?? row.fromClassId, gradeMajorId: row.toGradeMajorId }),
    choices: await choiceNames(db, row),
    otherSchool: row.otherSchool,
    ground: row.ground,
    figures: isOpen ? shownChecks(lang, checksOf(type, known, row, { isStaff: true })) : [],
    consequences: shownConsequences(lang, isOpen ? await sheetOf(db, type, known, row) : (row.consequences ?? [])),
    earlier: earlier
      .filter(e => e.id !== row.id)
      .map(e => ({ id: e.id, typeName: types.get(e.typeId)?.name ?? '—', effectiveDate: e.effectiveDate, until: e.until, effectState: e.effectState ?? 'none' })),
  }
}
