import type { InputOf } from '#model'
import { refusalOf } from '#model'
import { addDays } from '#modules/campus/model/days.ts'
import { isAtSchool, STUDENT_STATUS } from '#modules/student/model/status.ts'
import { extensionPoint, type Registration } from '#server/base/extension-point.ts'
import { today } from '#server/base/today.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { attachFiles } from '#server/files/attachments.ts'
import { recordDelivery, signDelivery } from '../model/actions.ts'
import { DOCUMENTS, documentDelivery, METHODS, RESULTS } from '../model/delivery.ts'
import { punishment } from '../model/punishment.ts'
import { own } from './notice.ts'
import { caseOf, type Punishment, partyOf, termsOf } from './rows.ts'
import { serveDecision, serveNotice } from './serve.ts'

type DocumentKind = keyof typeof DOCUMENTS
/** What a document of a later part needs, and what follows once it is served. */
interface ServedDocument extends Registration {
  kind: 'servedDocument'
  documentKind: DocumentKind
  /** The day from which it may be served, null where there is none yet, and the day on which it was. */
  datesOf(db: Db, row: Punishment): Promise<{ issuedOn: string | null; servedOn: string | null }>
  served(db: Db, row: Punishment, on: string): Promise<void>
}
export const servedDocuments = extensionPoint<ServedDocument>('servedDocument', { id: d => d.documentKind })

type Form = InputOf<typeof recordDelivery>
const wrong = (key: string, values: Record<string, unknown> = {}, field?: string) => refusalOf(documentDelivery, key, values, field)
const documentOf = (db: Db, kind: DocumentKind): ServedDocument | undefined => db.registered(servedDocuments).find(d => d.documentKind === kind)
/** 50-PN8: nothing is served before it exists, nor twice; an attempt by public notice may be overtaken. */
async function mustBeOpen(db: Db, row: Punishment, kind: DocumentKind, on: string): Promise<void> {
  const what = { text: DOCUMENTS[kind] }
  const { issuedOn, servedOn } = (await documentOf(db, kind)?.datesOf(db, row)) ?? { issuedOn: null, servedOn: null }
  if (!issuedOn) throw kind === 'notice' ? wrong('noNotice') : wrong('noDecision', { what })
  if (on < issuedOn)
    throw kind === 'notice' ? wrong('beforeNotice', { on, issued: issuedOn }, 'attemptedOn') : wrong('beforeDecision', { on, what, decided: issuedOn }, 'attemptedOn')
  if (servedOn && servedOn <= today()) throw wrong('already', { what, on: servedOn })
}
type Method = keyof typeof METHODS
const POSSIBLE: Readonly<Record<Method, ReadonlyArray<keyof typeof RESULTS>>> = {
  direct: ['done', 'refused', 'failed'],
  retention: ['done'],
  mail: ['done', 'failed'],
  publicNotice: ['done'],
  eSign: ['done'],
}
/** Each way has its own conditions (Order 41, Article 55). Answers the day on which it counts as served. */
async function effectOf(db: Db, row: Punishment, form: Form): Promise<string | null> {
  const { method, result, attemptedOn } = form
  const terms = await termsOf(db, await caseOf(db, row))
  if (method === 'eSign') throw wrong('eSign', {}, 'method')
  if (!POSSIBLE[method].includes(result)) throw wrong('result', { method: { text: METHODS[method] }, result: { text: RESULTS[result] } }, 'result')
  if (method === 'retention') {
    const count = new Set((form.witnesses ?? []).flatMap(w => w?.trim() || [])).size
    if (count < terms.witnesses) throw wrong('witnesses', { least: terms.witnesses, count }, 'witnesses')
    if (!form.proof?.length) throw wrong('photo', {}, 'proof')
  }
  if (method === 'mail') {
    const { name, status } = await partyOf(db, row)
    if (status && isAtSchool(status)) throw wrong('mailOnly', { name, status: { text: STUDENT_STATUS[status] } }, 'method')
    if (!form.trackingNo) throw wrong('tracking', {}, 'trackingNo')
    if (result === 'done' && (!form.receivedOn || form.receivedOn < attemptedOn || form.receivedOn > today())) throw wrong('received', { on: attemptedOn }, 'receivedOn')
  }
  if (method === 'publicNotice') {
    const failed = await db.unscoped(documentDelivery).count({ punishmentId: row.id, documentKind: form.documentKind, result: 'failed' }) // of the punishment in scope
    if (!failed) throw wrong('reachable', {}, 'method')
    if (!form.publicUrl) throw wrong('publicUrl', {}, 'publicUrl')
  }
  if (result !== 'done') return null
  return method === 'publicNotice' ? addDays(attemptedOn, terms.publicDays) : method === 'mail' ? (form.receivedOn ?? attemptedOn) : attemptedOn
}
type Draft = Omit<Form, 'receivedOn' | 'punishmentId'> & { effectiveOn: string | null }
async function store({ db, me }: Pick<Ctx, 'db' | 'me'>, row: Punishment, draft: Draft): Promise<void> {
  const { id } = await db.insert(documentDelivery, {
    ...draft,
    witnesses: (draft.witnesses ?? []).flatMap(w => w ?? []),
    punishmentId: row.id,
    studentId: row.studentId,
    by: me.userId,
  })
  if (draft.proof?.length) await attachFiles(db, documentDelivery, id, { proof: draft.proof })
  if (draft.effectiveOn) await documentOf(db, draft.documentKind)?.served(db, row, draft.effectiveOn)
}
const record = handle(recordDelivery, async (ctx, { punishmentId, receivedOn = null, ...form }) => {
  const row = await ctx.db.visibleFor(punishment, recordDelivery.permission).lock(punishmentId)
  if (form.attemptedOn > today()) throw wrong('future', { on: form.attemptedOn }, 'attemptedOn')
  await mustBeOpen(ctx.db, row, form.documentKind, form.attemptedOn)
  const effectiveOn = await effectOf(ctx.db, row, { punishmentId, receivedOn, ...form })
  await store(ctx, row, { ...form, effectiveOn })
  return { effectiveOn }
})
/** Reading a message is no service: the student, who agreed before, signs for the document. */
const sign = handle(signDelivery, async (ctx, { punishmentId, documentKind, signature }) => {
  const row = await own.lock(ctx, punishmentId)
  if (!row.eSignAgreedOn) throw wrong('notAgreed', { name: (await partyOf(ctx.db, row)).name })
  await mustBeOpen(ctx.db, row, documentKind, today())
  await store(ctx, row, {
    documentKind,
    method: 'eSign',
    result: 'done',
    attemptedOn: today(),
    proof: signature,
    effectiveOn: today(),
    witnesses: [],
    trackingNo: null,
    publicUrl: null,
  })
})
export default [
  record,
  sign,
  own.files,
  servedDocuments.make({
    documentKind: 'notice',
    datesOf: async (_db, row) => ({ issuedOn: row.state === 'proposed' || row.state === 'noticed' ? row.noticeIssuedOn : null, servedOn: row.noticeServedOn }),
    served: serveNotice,
  }),
  servedDocuments.make({
    documentKind: 'decision',
    datesOf: async (_db, row) => ({ issuedOn: row.decidedOn, servedOn: row.servedOn }),
    served: serveDecision,
  }),
]
