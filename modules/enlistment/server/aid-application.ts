import { type InputOf, refusalOf } from '#model'
import { yuanOf, yuanText } from '#model/money.ts'
import { type StudentOf, selfStudent } from '#modules/student/server/api.ts'
import { handleApplication } from '#modules/workflow/server/api.ts'
import { accountsWith } from '#server/access/holders.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { only } from '#server/data/present.ts'
import { labelsOf } from '#server/params/dictionaries.ts'
import { stateTuition } from '../model/actions.ts'
import { AID_KINDS, type AidKind, GRANTED, isWaiver, type MilitaryAid, militaryAid } from '../model/aid.ts'
import { aidApplication, shownYear } from '../model/application.ts'
import { sumOf } from '../model/computation.ts'
import { militaryRefusal } from '../model/dictionaries.ts'
import { aidSubject } from '../model/flow.ts'
import { type EnlistRecord, enlistRecord } from '../model/record.ts'
import { aidTodos } from './aid-todos.ts'
import { type Computed, compensationOf, groundOf, knownOf, type TuitionContext } from './tuition.ts'
import { applyWaiver, waiverYears } from './waivers.ts'

type Form = Omit<InputOf<typeof aidApplication.resubmit>, 'id'>
interface Judged {
  violations: Array<{ key: string; values?: Record<string, unknown>; field?: string }>
  record: EnlistRecord | null
  computed: Computed
}
const NOTHING: Computed = { years: [], total: 0, toBank: 0, toStudent: 0, openLoan: 0 }
const LIVING = ['pending', 'returned', ...GRANTED] as const
const SERVED = ['enlisted', 'discharged', 'returned', 'notReturning'] as const
/** The record that aid is about: the last one with a notice. */
export async function recordFor(db: Db, studentId: string): Promise<EnlistRecord | null> {
  const [row] = await db.unscoped(enlistRecord).all({ studentId, state: 'approved', stage: ['chosen', ...SERVED] }, { sort: ['-noticeDate'], limit: 1 }) // of the student asked about
  return row?.noticeDate ? row : null
}
/** The amounts of a kind, as known now. */
export async function computedFor(db: Db, kind: AidKind, known: TuitionContext, record: EnlistRecord | null, stated: MilitaryAid['stated'] = null): Promise<Computed> {
  if (!isWaiver(kind)) return record?.noticeDate ? compensationOf(db, known, record.noticeDate, stated) : NOTHING
  const years = await waiverYears(
    db,
    known,
    kind === 'waiver' ? { noticeDate: record?.noticeDate ?? null, from: record?.returnedOn ?? today() } : { noticeDate: null, from: today() },
  )
  return { ...NOTHING, years, total: sumOf(years) }
}
async function judge(db: Db, who: StudentOf, { kind, proofs }: Pick<Form, 'kind'> & { proofs?: Form['proofs'] }, row: MilitaryAid | null): Promise<Judged> {
  const [known, record] = [await knownOf(db, who.id), await recordFor(db, who.id)]
  const computed = await computedFor(db, kind, known, record, row?.stated ?? null)
  const [ground, groundLabel] = [groundOf(known, record), await labelsOf(db, militaryRefusal)]
  const others = await db.unscoped(militaryAid).all({ studentId: who.id, state: [...LIVING] }) // the student's own
  const same = others.some(o => o.id !== row?.id && isWaiver(o.kind) === isWaiver(kind) && o.enlistId === (kind === 'retiredWaiver' ? null : (record?.id ?? null)))
  const label = { text: AID_KINDS[kind] }
  const { open } = known.loans
  return {
    record: kind === 'retiredWaiver' ? null : record,
    computed,
    violations: [
      ...(ground ? [{ key: 'ground', values: { kind: label, ground: { text: groundLabel(ground) } } }] : []),
      ...(isWaiver(kind) || record ? [] : [{ key: 'noRecord', values: { kind: label } }]),
      ...(kind === 'waiver' && record?.stage !== 'returned' ? [{ key: 'notBack', values: { kind: label } }] : []),
      ...(kind === 'retiredWaiver' && record ? [{ key: 'notRetired', values: { name: who.name } }] : []),
      ...(kind === 'retiredWaiver' && !proofs?.length ? [{ key: 'proof', values: { kind: label }, field: 'proofs' }] : []),
      ...(kind === 'compensation' && open > 0 ? [{ key: 'hasLoan' }] : []),
      ...(kind === 'loanRepay' && !open ? [{ key: 'noLoan' }] : []),
      ...(same ? [{ key: 'taken', values: { name: who.name, kind: label } }] : []),
      ...(computed.years.length ? [] : [{ key: 'noYears' }]),
    ],
  }
}
const columnsOf = ({ years, total, toBank, toStudent }: Computed, kind: AidKind): Partial<MilitaryAid> => ({
  ...{ years: years.map(y => ({ lineId: null, ...y })), total, toBank, toStudent },
  payTo: isWaiver(kind) ? 'feeAccount' : toBank ? 'bank' : 'student',
})
const unknownYears = ({ years }: MilitaryAid): string[] => (years ?? []).flatMap(y => (y && !y.isKnown ? [y.xn] : []))
/** The computation as of now, with what finance has stated; frozen once the office has approved. */
async function recompute(db: Db, row: MilitaryAid): Promise<MilitaryAid> {
  const [known, record] = [await knownOf(db, row.studentId), row.enlistId ? await db.unscoped(enlistRecord).one(row.enlistId) : null] // of the application
  return db.update(militaryAid, row.id, columnsOf(await computedFor(db, row.kind, known, record, row.stated), row.kind))
}
/** 40-E3: a year without ledger is asked of finance, who states it; nobody guesses. */
async function askFinance(db: Db, row: MilitaryAid, who: StudentOf): Promise<void> {
  const years = unknownYears(row)
  if (isWaiver(row.kind) || !years.length) return
  const to = await accountsWith(db, stateTuition.permission)
  await aidTodos.open(db, 'stateTuition', [{ row, who, to, more: { years: years.join('、') } }])
}
const aids = handleApplication<typeof militaryAid, typeof aidApplication, StudentOf, Judged>(militaryAid, aidApplication, {
  subject: aidSubject,
  link: ({ id }) => `/enlistment/aids/mine?id=${id}`,
  copyPage: '/enlistment/aids/apply',
  // whoever serves is not at school, and applies from the barracks
  admit: () => undefined,
  validate: ({ db }, who, form, { row }) => judge(db, who, form, row),
  formOf: row => row,
  draft: ({ kind, formNo, proofs }, { computed, record }) => ({ kind, formNo: formNo ?? null, proofs: proofs ?? [], enlistId: record?.id ?? null, ...columnsOf(computed, kind) }),
  taken: 'taken',
  stored: ({ db }, row, who) => askFinance(db, row, who),
  async begin(ctx) {
    const who = await selfStudent(ctx)
    const kinds: AidKind[] = []
    for (const kind of Object.keys(AID_KINDS) as AidKind[]) if (!(await judge(ctx.db, who, { kind, proofs: ['-'] }, null)).violations.length) kinds.push(kind)
    return { kinds }
  },
  async preview({ db }, who, { kind, id }) {
    const row = id ? await db.unscoped(militaryAid).find({ id, studentId: who.id }) : null // the student's own
    const { computed, violations } = await judge(db, who, { kind, proofs: ['-'] }, row ?? null)
    return { answer: computed, violations, row: violations.length ? null : { kind, ...columnsOf(computed, kind) } }
  },
  async card({ db }, row) {
    const [known, record] = [await knownOf(db, row.studentId), row.enlistId ? await db.unscoped(enlistRecord).one(row.enlistId) : null] // readers of the case
    const { kind, formNo, state, tuitionOpinion, total, toBank, toStudent, years } = row
    return {
      ...{ kind, formNo, state, tuitionOpinion, total, toBank, toStudent },
      years: (years ?? []).flatMap(y => (y ? [only(shownYear, y)] : [])),
      noticeDate: record?.noticeDate ?? null,
      openLoan: known.loans.open,
    }
  },
  describe: async (_db, row, { name }) => ({
    title: { text: '{name} {kind}', values: { name, kind: { text: AID_KINDS[row.kind] } } },
    summary: { text: '{amount} 元', values: { amount: yuanText(row.total) } },
    facts: { yuan: yuanOf(row.total) },
  }),
  /** Finance vouches for the tuition: of no year may it be unknown. */
  async edited(db, row, patch) {
    if (!patch.tuitionOpinion || isWaiver(row.kind)) return
    const after = await recompute(db, row)
    const years = unknownYears(after)
    if (years.length) throw refusalOf(militaryAid, 'yearsUnknown', { years: years.join('、') }, 'tuitionOpinion')
  },
  async approved({ db }, row) {
    const years = isWaiver(row.kind) ? [] : unknownYears(row)
    if (years.length) throw refusalOf(militaryAid, 'yearsUnknown', { years: years.join('、') })
    if (isWaiver(row.kind)) await applyWaiver(db, row.id)
  },
})
const state = handle(stateTuition, async ({ db }, { id, xn, paid, loan }) => {
  const row = await db.visible(militaryAid).lock(id, 'stateTuition')
  const year = (row.years ?? []).find(y => y?.xn === xn)
  const known = await knownOf(db, row.studentId)
  if (!year || isWaiver(row.kind)) throw refusalOf(militaryAid, 'yearAlien', { xn }, 'xn')
  if (known.ledger.has(xn)) throw refusalOf(militaryAid, 'yearLedger', { xn }, 'xn')
  const stated = [...(row.stated ?? []).flatMap(s => (s && s.xn !== xn ? [s] : [])), { xn, paid, loan }]
  await aidTodos.follow(db, [await recompute(db, { ...row, ...(await db.update(militaryAid, id, { stated })), stated })])
})
export default [...aids.registrations, state]
