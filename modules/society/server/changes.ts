import { type InputOf, refusalOf } from '#model'
import { DAY_MS } from '#model/days.ts'
import { department } from '#modules/campus/model/organisation.ts'
import { teacher } from '#modules/campus/model/people.ts'
import { selfStudent, studentOf, studentsOf } from '#modules/student/server/api.ts'
import { handleApplication } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { attachFiles } from '#server/files/attachments.ts'
import { CHANGE_KINDS, type Change, type ChangeKind, societyChange, WITH_MINUTES } from '../model/change.ts'
import { agreeToLead, changeApplication, offersToLead } from '../model/change-application.ts'
import { changeSubject } from '../model/flow.ts'
import { societyMember } from '../model/member.ts'
import { LIVING, type Society, society, societyStates } from '../model/society.ts'
import { headFaults } from './eligible.ts'
import { holderOfName } from './founding.ts'
import { lockPair, termFrom, told } from './membership.ts'
import { changeTodos } from './notify.ts'
import { settingsOf } from './settings.ts'
import { checkAdvisors } from './societies.ts'

type Form = Omit<InputOf<typeof changeApplication.resubmit>, 'id'>
interface Fault {
  key: string
  values?: Record<string, unknown>
  field?: string
}
const NEEDED: Readonly<Record<ChangeKind, keyof Form>> = { head: 'memberId', rename: 'newName', advisor: 'advisorNo', unit: 'newUnitId', charter: 'charter' }
const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '' || (Array.isArray(value) && !value.length)
const label = (kind: ChangeKind) => ({ text: CHANGE_KINDS[kind] })

async function societyOf(db: Db, form: object, row: Change | null): Promise<Society> {
  const id = row?.societyId ?? String((form as { societyId?: string }).societyId)
  return db.unscoped(society).one(id) // whether the caller leads it is checked next
}
const headOf = async (db: Db, societyId: string) => (await db.unscoped(societyMember).all({ societyId, role: 'head' }))[0] // who leads it
/** What a change of this kind asks for, and its values as people read them. */
async function faultsOf(db: Db, studentId: string, form: Form, of: Society): Promise<Fault[]> {
  const { kind } = form
  if ((await headOf(db, of.id))?.studentId !== studentId) return [{ key: 'notHead', values: { society: of.name } }]
  if (!LIVING.includes(of.state) || of.state === 'liquidating') return [{ key: 'over', values: { society: of.name, state: { text: societyStates.labels[of.state] } } }]
  const needed = NEEDED[kind]
  if (isEmpty(form[needed])) return [{ key: 'missing', values: { kind: label(kind), field: { text: societyChange.fields[needed].label } }, field: needed }]
  if (WITH_MINUTES.includes(kind) && isEmpty(form.minutes)) return [{ key: 'minutesMissing', values: { kind: label(kind) }, field: 'minutes' }]
  if (kind === 'head') return candidateFaults(db, studentId, form.memberId ?? '', of)
  if (kind === 'rename') {
    const held = await holderOfName(db, form.newName ?? '')
    return held ? [{ key: 'nameTaken', values: { name: form.newName, code: held.code }, field: 'newName' }] : []
  }
  if (kind !== 'advisor') return []
  const found = await advisorOf(db, form)
  if (!found) return [{ key: 'advisorUnknown', values: { no: form.advisorNo, name: form.advisorName ?? '' }, field: 'advisorNo' }]
  await checkAdvisors(db, { id: of.id, advisorId: found.id, otherAdvisorIds: of.otherAdvisorIds ?? [] })
  return []
}
async function candidateFaults(db: Db, studentId: string, memberId: string, of: Society): Promise<Fault[]> {
  const member = await db.unscoped(societyMember).find({ id: memberId, societyId: of.id, state: 'active' }) // of the caller's society
  const who = member && (await studentOf(db, member.studentId))
  if (!who) return [{ key: 'notMember', values: { society: of.name }, field: 'memberId' }]
  if (who.id === studentId) return [{ key: 'self', field: 'memberId' }]
  return (await headFaults(db, who, of.id)).faults
}
async function advisorOf(db: Db, { advisorNo, advisorName }: Pick<Form, 'advisorNo' | 'advisorName'>) {
  const [found] = await db.unscoped(teacher).all({ staffNo: advisorNo ?? '', status: 'active' }) // only whether there is one is told
  return found?.name === advisorName?.trim() ? found : undefined
}
async function columnsOf(db: Db, form: Form, of: Society): Promise<Partial<Change>> {
  const { kind } = form
  const blank = {
    memberId: null,
    effectiveAt: null,
    newName: null,
    advisorNo: null,
    advisorName: null,
    newUnitId: null,
    charter: [],
    newHeadId: null,
    newAdvisorId: null,
    agreedAt: null,
  }
  const base = { ...blank, kind, reason: form.reason, minutes: form.minutes ?? [] }
  if (kind === 'rename') return { ...base, newName: form.newName ?? null, before: of.name, after: form.newName ?? null }
  if (kind === 'charter') return { ...base, charter: form.charter ?? [], before: of.name, after: of.name }
  if (kind === 'unit') {
    const units = await db.cached(department)
    return { ...base, newUnitId: form.newUnitId ?? null, before: units.get(of.guidanceUnitId)?.name ?? null, after: units.get(form.newUnitId ?? '')?.name ?? null }
  }
  if (kind === 'advisor') {
    const found = await advisorOf(db, form)
    const before = (await db.unscoped(teacher).one(of.advisorId)).name // told to who reads the society
    return { ...base, advisorNo: form.advisorNo ?? null, advisorName: form.advisorName ?? null, newAdvisorId: found?.id ?? null, before, after: found?.name ?? null }
  }
  const member = await db.unscoped(societyMember).one(form.memberId ?? '') // checked to be of the society
  const old = await headOf(db, of.id)
  const names = await studentsOf(db, [member.studentId, old?.studentId ?? ''])
  const effectiveAt = form.effectiveAt ?? new Date().toISOString()
  return {
    ...base,
    memberId: member.id,
    effectiveAt,
    newHeadId: member.studentId,
    before: names.get(old?.studentId ?? '')?.name ?? null,
    after: names.get(member.studentId)?.name ?? null,
  }
}
/** 60-SO15: at its minute the rights pass; the old head reads some days longer. */
export async function handOver(db: Db, row: Change): Promise<void> {
  const [old, next] = [await headOf(db, row.societyId), await db.unscoped(societyMember).one(row.memberId ?? '')] // named by an approved change
  for (const id of [old?.studentId, next.studentId].filter(s => s !== undefined).toSorted()) await lockPair(db, id, row.societyId)
  if (old && old.id !== next.id) {
    const { oldHeadDays } = await settingsOf(db)
    const readsUntil = new Date(Date.parse(row.effectiveAt ?? new Date().toISOString()) + oldHeadDays * DAY_MS).toISOString()
    await told(db, await db.update(societyMember, old.id, { role: 'member', postFrom: null, headUntil: null, readsUntil }))
  }
  await told(db, await db.update(societyMember, next.id, { role: 'head', postDoubt: null, readsUntil: null, ...(await termFrom(db, next)) }))
}
async function apply(db: Db, row: Change): Promise<void> {
  const { kind, societyId, newName, newUnitId, newAdvisorId, charter } = row
  if (kind === 'head') await handOver(db, row)
  if (kind === 'rename') await db.update(society, societyId, { name: newName ?? '' })
  if (kind === 'unit') await db.update(society, societyId, { guidanceUnitId: newUnitId ?? '' })
  if (kind === 'advisor') await db.update(society, societyId, { advisorId: newAdvisorId ?? '' })
  if (kind === 'charter') {
    await db.update(society, societyId, { charter })
    await attachFiles(db, society, societyId, { charter })
  }
}
async function begin(ctx: Ctx) {
  const { db, me } = ctx
  const led = me.studentId ? await db.unscoped(societyMember).all({ studentId: me.studentId, role: 'head' }) : [] // the caller's own post
  const found = await db.unscoped(society).all({ id: led.map(l => l.societyId) }) // as above
  const rows = await db.unscoped(societyMember).all({ societyId: found.map(f => f.id), state: 'active' }, { limit: 2000 }) // members of the caller's society
  const people = await studentsOf(
    db,
    rows.map(r => r.studentId),
  )
  const others = (id: string) => rows.filter(r => r.societyId === id && r.studentId !== me.studentId)
  return { societies: found.map(({ id, name }) => ({ id, name, people: others(id).map(r => ({ id: r.id, name: people.get(r.studentId)?.name ?? '' })) })) }
}
const changes = handleApplication<typeof societyChange, typeof changeApplication>(societyChange, changeApplication, {
  subject: changeSubject,
  link: ({ id }) => `/society/changes/mine?id=${id}`,
  copyPage: '/society/change',
  validate: async ({ db }, who, form: Form, { row }) => ({ violations: await faultsOf(db, who.id, form, await societyOf(db, form, row)) }),
  formOf: row => row as unknown as Form,
  draft: async (form, _valid, _who, { ctx: { db }, row }) => columnsOf(db, form, await societyOf(db, form, row)),
  initial: async (_ctx, _who, { societyId }) => ({ societyId }),
  taken: 'open',
  begin,
  async mine({ db }, rows) {
    const names = new Map((await db.unscoped(society).all({ id: rows.map(r => r.societyId) })).map(s => [s.id, s.name])) // of the caller's own applications
    return row => ({ society: names.get(row.societyId) ?? '' })
  },
  async card({ db }, row) {
    const { kind, reason, effectiveAt, charter, minutes, before, after, agreedAt } = row
    return { society: (await db.unscoped(society).one(row.societyId)).name, kind, reason, effectiveAt, charter, minutes, before, after, agreedAt } // of a row the reader may read
  },
  async describe(db, row) {
    const name = (await db.unscoped(society).one(row.societyId)).name // named to who decides
    const rank = row.newHeadId ? await studentOf(db, row.newHeadId).then(who => who && headFaults(db, who, row.societyId)) : null
    return { title: { text: '{society}{kind}', values: { society: name, kind: label(row.kind) } }, facts: { kind: row.kind, isRankUnknown: rank ? rank.share === null : false } }
  },
  /** 60-SO15: whoever is to lead is asked. */
  async submitted({ db }, row) {
    const who = row.newHeadId && !row.agreedAt ? await studentOf(db, row.newHeadId) : undefined
    if (who) await changeTodos.open(db, 'lead', [{ row, who }])
  },
  async approved({ db }, row) {
    await changeTodos.follow(db, [row])
    if (row.kind === 'head') {
      if (!row.agreedAt) throw refusalOf(societyChange, 'notAgreed', { name: row.after ?? '' })
      if (Date.parse(row.effectiveAt ?? '') > Date.now()) return
    }
    await apply(db, row)
    await db.update(societyChange, row.id, { state: 'done', doneOn: today() })
  },
  rejected: async ({ db }, row) => changeTodos.follow(db, [row]),
  withdrawn: async ({ db }, row) => changeTodos.follow(db, [row]),
})
export default [
  ...changes.registrations,
  handle(offersToLead, async ctx => {
    const { db, me } = ctx
    if (!me.studentId) return []
    const rows = (await db.unscoped(societyChange).all({ newHeadId: me.studentId, state: ['pending', 'returned'] })).filter(r => !r.agreedAt) // the caller is asked
    const names = new Map((await db.unscoped(society).all({ id: rows.map(r => r.societyId) })).map(s => [s.id, s.name])) // as above
    const heads = await studentsOf(
      db,
      rows.map(r => r.studentId),
    )
    return rows.map(({ id, societyId, studentId, effectiveAt }) => ({ id, society: names.get(societyId) ?? '', head: heads.get(studentId)?.name ?? '', effectiveAt }))
  }),
  handle(agreeToLead, async (ctx, { id }) => {
    const { db } = ctx
    const who = await selfStudent(ctx)
    const found = await db.unscoped(societyChange).find({ id }) // whether the caller is asked is checked next
    if (found?.newHeadId !== who.id) throw refusalOf(societyChange, 'notAsked')
    const row = await db.unscoped(societyChange).lock(id, 'agreeToLead') // as above
    await changeTodos.follow(db, [await db.update(societyChange, row.id, { agreedAt: new Date().toISOString() })])
  }),
]
