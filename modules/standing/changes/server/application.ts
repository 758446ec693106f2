import type { InputOf } from '#model'
import { refusalOf } from '#model'
import { type StudentOf, studentOf } from '#modules/student/server/api.ts'
import type { Violation } from '#modules/workflow/applications/model/application.ts'
import { handleApplication } from '#modules/workflow/server/api.ts'
import type { Ctx, Db } from '#server/context.ts'
import { serialNo } from '#server/data/serial-no.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { changeApplication } from '../model/application.ts'
import { changeSubject } from '../model/flow.ts'
import { CHANGE_MESSAGES } from '../model/messages.ts'
import { monthsOf } from '../model/rules.ts'
import { isUnsettled, LIVING, statusChange } from '../model/status-change.ts'
import { cardOf } from './approval-card.ts'
import { takeOffList } from './effect.ts'
import { violationsOf } from './judge.ts'
import { type ChangeContext, knownOf } from './known.ts'
import { begin, mine, preview } from './my-changes.ts'
import { aboutChange, linkOf } from './notify.ts'
import { choiceNames } from './outcome.ts'
import { publiciseTransfer } from './school-notice.ts'
import { settle } from './settle.ts'
import { type Change, type ChangeInput, targetOf } from './target.ts'
import { type ChangeType, typeOf } from './types.ts'

type Form = Omit<InputOf<typeof changeApplication.resubmit>, 'id'>
type Acting = Pick<Ctx, 'db' | 'me' | 'lang'>
interface Judged {
  violations: Violation[]
  type: ChangeType
  known: ChangeContext
}
interface Asking {
  isStaff: boolean
  isTransfer: boolean
  id: string | null
}
export async function validate({ db }: Pick<Ctx, 'db'>, who: StudentOf, form: ChangeInput, { id, ...how }: Asking): Promise<Judged> {
  const [type, known] = [await typeOf(db, form.typeId), await knownOf(db, who.id)]
  const isOpen = await hasOpen(db, who.id, { id, isTransfer: how.isTransfer })
  const violations = [
    ...(isOpen ? [{ key: 'open' }] : []),
    ...(who.userId || type.beginner === 'document' ? [] : [{ key: 'noAccount', values: { name: who.name } }]),
    ...violationsOf(type, known, form, how),
  ]
  return { violations, type, known }
}
/** 30-SC1: the index decides between two at once; this says so beforehand. */
async function hasOpen(db: Db, studentId: string, { id, isTransfer }: Omit<Asking, 'isStaff'>): Promise<boolean> {
  const rows = await db.unscoped(statusChange).all({ studentId, state: [...LIVING] }) // the student's own
  return rows.some(row => row.id !== id && row.isTransfer === isTransfer && isUnsettled(row))
}
/** Where the change leads, as known now. */
function columnsOf({ type, known }: Judged, form: Form): Partial<Change> {
  const { student } = known
  const target = targetOf(type, student, form, known.classes.get(form.toClassId ?? ''))
  return {
    ...{
      fromStatus: student.status,
      fromClassId: student.classId,
      fromGradeMajorId: student.gradeMajorId,
      fromUntil: student.statusUntil,
      fromGraduation: student.expectedGraduation,
    },
    ...{ toStatus: target.status, toGradeMajorId: target.place.gradeMajorId },
  }
}
/** What a returned transfer of major keeps: its batch settles it. */
const fixedOf = (row: Change | null): Partial<Change> =>
  row?.isTransfer ? { typeId: row.typeId, effectiveDate: row.effectiveDate, toClassId: null, toGradeMajorId: null, until: null } : {}
async function describe(db: Db, row: Change, { name }: { name: string }) {
  const type = await typeOf(db, row.typeId)
  if (row.isTransfer) {
    const summary = { text: '志愿：{choices}', values: { choices: (await choiceNames(db, row)).join('、') } }
    return { title: { text: '{name} {type}', values: { name, type: type.name } }, summary, facts: { typeCode: type.code, months: 0, otherDepartment: true } }
  }
  const known = await knownOf(db, row.studentId)
  const toClass = known.classes.get(row.toClassId ?? '')
  return {
    title: { text: '{name} {type}', values: { name, type: type.name } },
    summary: row.until ? { text: '{from} 至 {to}', values: { from: row.effectiveDate, to: row.until } } : { text: '{date} 生效', values: { date: row.effectiveDate } },
    facts: {
      typeCode: type.code,
      months: row.until ? monthsOf(row.effectiveDate, row.until) : 0,
      otherDepartment: Boolean(toClass && toClass.departmentId !== known.student.departmentId),
    },
  }
}
/** Decided: transfers between schools go on notice first, and one of major waits for a place. */
async function approve(acting: Acting, row: Change): Promise<void> {
  if (row.isTransfer) return
  const { asksSchool } = await typeOf(acting.db, row.typeId)
  await (asksSchool ? publiciseTransfer(acting.db, row) : settle(acting, row))
}
/** Changes of standing as a kind of application. */
export const changes = handleApplication<typeof statusChange, typeof changeApplication, StudentOf, Judged>(statusChange, changeApplication, {
  subject: changeSubject,
  link: linkOf,
  copyPage: '/standing/apply',
  // each type says which students it is for
  admit: () => undefined,
  validate: (ctx, who, form, { row, given, isStaff }) =>
    validate(ctx, who, form, {
      isStaff: isStaff || (row !== null && row.applyWay !== 'self'),
      isTransfer: (row ?? given).isTransfer ?? false,
      id: row?.id ?? null,
    }),
  formOf: row => row,
  draft: (form, judged, _who, { row }) => ({ ...form, proofs: form.proofs ?? [], ...columnsOf(judged, form), ...fixedOf(row) }),
  initial: async ({ db }, _who, _form, { type }) => ({
    changeNo: await serialNo(db, 'YD', 'status_change_no_seq'),
    ...(type.beginner === 'document'
      ? { state: 'approved' as const, effectState: type.asksSchool ? ('none' as const) : ('scheduled' as const), applyWay: 'document' as const }
      : {}),
  }),
  taken: 'open',
  async stored(ctx, row, who) {
    await takeOffList(ctx.db, row)
    if (row.applyWay === 'self' && ctx.me.studentId !== who.id) await ctx.db.update(statusChange, row.id, { applyWay: 'staff' })
    if (ctx.me.studentId !== who.id) await notifyAbout(ctx.db, CHANGE_MESSAGES.recorded, aboutChange, [{ row, who, more: { by: ctx.me.nickName } }])
    if (row.state === 'approved') await approve(ctx, row)
  },
  begin,
  preview,
  mine,
  cancelProblem: row => (isUnsettled(row) ? undefined : refusalOf(statusChange, 'effective', { changeNo: row.changeNo })),
  card: cardOf,
  describe,
  async edited(db, row, patch) {
    const who = await studentOf(db, row.studentId)
    if (!who) throw refusalOf(changeApplication.apply, 'studentUnknown')
    const { violations } = await validate({ db }, who, { ...row, ...patch }, { isStaff: true, isTransfer: row.isTransfer ?? false, id: row.id })
    const [first] = violations
    if (first) throw refusalOf(statusChange, first.key, first.values, first.field)
  },
  approved: approve,
  async cancelled({ db }, row) {
    await db.update(statusChange, row.id, { effectState: 'none' })
  },
})
export default changes.registrations
