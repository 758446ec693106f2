import { type Row, refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { gradeMajor, stuClass } from '#modules/campus/model/organisation.ts'
import { student } from '#modules/student/model/student.ts'
import { photosOf } from '#modules/student/server/api.ts'
import { accountNames } from '#server/access/accounts.ts'
import { type Db, handle } from '#server/context.ts'
import { admittedStudent } from '../../roll/model/admitted-student.ts'
import { judgeReexamination, releaseReexamination, takeReexamination } from '../model/actions.ts'
import { entryReexamination, HOLD_MINUTES, ITEMS, type ItemCode, type Judged, RESULTS } from '../model/reexamination.ts'
import { askSecond, reexaminationTodos } from './todos.ts'

export type Reexamination = Row<typeof entryReexamination>
const HOLD_MS = HOLD_MINUTES * 60_000
const CODES = Object.keys(ITEMS) as ItemCode[]
const heldUntil = (heldAt: string): string => new Date(Date.parse(heldAt) + HOLD_MS).toISOString()
const isHeld = ({ holderId, heldAt }: Reexamination): boolean => Boolean(holderId && heldAt && Date.parse(heldAt) + HOLD_MS > Date.now())
const nameOf = async (db: Db, { studentId }: Reexamination): Promise<string> => (await db.unscoped(student).one(studentId)).name // of a row in the caller's scope

/** The row's lock decides between two reviewers: the second reads who has it. */
const take = handle(takeReexamination, async ({ db, me }, { id }) => {
  const row = await db.visible(entryReexamination).lock(id, 'take')
  if (row.holderId !== me.userId && isHeld(row)) {
    const holder = (await accountNames(db, [row.holderId ?? ''])).get(row.holderId ?? '') ?? '—'
    throw refusalOf(entryReexamination, 'held', { name: await nameOf(db, row), holder, at: schoolTimeText(row.heldAt ?? '') })
  }
  if (row.state === 'doubt' && row.firstId === me.userId) throw refusalOf(entryReexamination, 'sameReviewer', { name: await nameOf(db, row) })
  const heldAt = new Date().toISOString()
  await db.update(entryReexamination, id, { holderId: me.userId, heldAt })
  return { state: row.state, heldUntil: heldUntil(heldAt), dueAt: row.dueAt, ...(await sideBySide(db, row)) }
})
const COMPARED = ['name', 'genderCode', 'idNo', 'birthDate', 'sourceCanton', 'gradeMajorId'] as const
async function sideBySide(db: Db, row: Reexamination) {
  const [admitted, record] = [await db.unscoped(admittedStudent).one(row.studentId), await db.unscoped(student).one(row.studentId)] // of a row in the caller's scope
  const [places, classes] = [await db.cached(gradeMajor), await db.cached(stuClass)]
  const by = await accountNames(
    db,
    (row.items ?? []).map(i => i.by),
  )
  const photoOf = async (kind: 'admission' | 'enrolment') => (await photosOf(db, [row.studentId], kind)).get(row.studentId) ?? null
  const { ksh, name, genderCode, idNo, birthDate, sourceCanton, schoolBefore, totalScore, category } = admitted
  return {
    admitted: { ksh, name, genderCode, idNo, birthDate, sourceCanton, schoolBefore, totalScore, category, majorName: places.get(admitted.gradeMajorId)?.name ?? null },
    record: {
      ...{ studentNo: record.studentNo, name: record.name, genderCode: record.genderCode, idNo: record.idNo, birthDate: record.birthDate, sourceCanton: record.sourceCanton },
      majorName: places.get(record.gradeMajorId ?? '')?.name ?? null,
      className: classes.get(record.classId ?? '')?.name ?? null,
    },
    photos: { admission: await photoOf('admission'), enrolment: await photoOf('enrolment') },
    differs: COMPARED.filter(field => admitted[field] !== record[field]).map(field => admittedStudent.fields[field].label),
    items: (row.items ?? []).map(({ code, result, note, by: userId, at }) => ({ code, result, note, by: by.get(userId) ?? null, at })),
  }
}
const release = handle(releaseReexamination, async ({ db, me }, { id }) => {
  const row = await db.visible(entryReexamination).lock(id)
  if (row.holderId === me.userId) await db.update(entryReexamination, id, { holderId: null, heldAt: null })
})
type CheckedItems = ReadonlyArray<{ code: ItemCode; result: Judged['result']; note?: string | null }>
/** 30-AC5: doubt goes to a second reviewer; unfit health alone keeps the admission; anything else that fails ends the record. */
function outcomeOf(items: CheckedItems, isSecond: boolean): Reexamination['state'] {
  if (!isSecond && items.some(i => i.result === 'doubt')) return 'doubt'
  const failed = items.filter(i => i.result === 'fail').map(i => i.code)
  if (!failed.length) return 'passed'
  return failed.every(code => code === 'health') ? 'unfit' : 'failed'
}
function check(items: CheckedItems, isSecond: boolean): void {
  const words = (of: readonly ItemCode[]) => of.map(code => ({ text: ITEMS[code] }))
  const missing = CODES.filter(code => !items.some(i => i.code === code))
  if (missing.length) throw refusalOf(entryReexamination, 'itemMissing', { items: words(missing) })
  const doubts = items.filter(i => i.result === 'doubt').map(i => i.code)
  if (isSecond && doubts.length) throw refusalOf(entryReexamination, 'stillDoubt', { items: words(doubts) })
  const silent = items.find(i => i.result !== 'pass' && !i.note)
  if (silent) throw refusalOf(entryReexamination, 'noteMissing', { item: { text: ITEMS[silent.code] }, result: { text: RESULTS[silent.result] } })
}
const judge = handle(judgeReexamination, async ({ db, me }, { id, items }) => {
  const row = await db.visible(entryReexamination).lock(id, 'judge')
  if (row.holderId !== me.userId || !isHeld(row)) throw refusalOf(entryReexamination, 'notHeld', { name: await nameOf(db, row) })
  const isSecond = row.state === 'doubt'
  const given = items.flatMap(i => (i ? [i] : []))
  check(given, isSecond)
  const at = new Date().toISOString()
  const state = outcomeOf(given, isSecond)
  const after = await db.update(entryReexamination, id, {
    ...{ state, judgedAt: at, holderId: null, heldAt: null },
    items: CODES.flatMap(code => given.filter(i => i.code === code).map(({ result, note }) => ({ code, result, note: note ?? null, by: me.userId, at }))),
    ...(isSecond ? { secondId: me.userId } : { firstId: me.userId }),
  })
  await reexaminationTodos.follow(db, [after])
  if (state === 'doubt') await askSecond(db, after)
  return { state }
})
export default [take, release, judge]
