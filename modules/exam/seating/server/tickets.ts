import { refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { type Ctx, handle } from '#server/context.ts'
import { mask } from '#server/data/mask.ts'
import { downloadHeaders } from '#server/http/download.ts'
import { translate } from '#server/i18n/translate.ts'
import { userExtras } from '#server/identity/api.ts'
import { drawPdf } from '#server/print/draw-pdf.ts'
import { ownPapers, templateNow } from '#server/print/papers.ts'
import { examApplicant } from '../../entry/model/applicant.ts'
import { batchOf, ownApplications } from '../../entry/server/api.ts'
import { examSeating } from '../model/seating.ts'
import { myTicket, ticketPdf } from '../model/ticket.ts'
import { TICKET } from './print-templates.ts'
import { sessionsOf } from './sits.ts'

/** The ticket of the caller, or none yet. */
async function ticketOf(ctx: Ctx, batchId: string) {
  const { db } = ctx
  const batch = await batchOf(db, batchId)
  const seating = await db.unscoped(examSeating).find({ batchId }) // of a published examination
  const [row] = await ownApplications.all(ctx, { batchId, state: 'seated' })
  const isOpen = seating?.openedAt && Date.now() >= Date.parse(seating.ticketFrom) && Date.now() < Date.parse(seating.ticketTo)
  if (!row || !isOpen) return { batch, seating, ticket: null }
  const applicant = await db.unscoped(examApplicant).one(row.examApplicantId) // the caller's own
  return { batch, seating, ticket: { applicant, sessions: await sessionsOf(db, row.id), notice: seating.ticketNotice } }
}
const mine = handle(myTicket, async (ctx, { batchId }) => {
  const { batch, seating, ticket } = await ticketOf(ctx, batchId)
  const shown = ticket && {
    ...{ ksh: ticket.applicant.ksh, zkzh: ticket.applicant.zkzh, name: ticket.applicant.name, photoId: ticket.applicant.photoId },
    ...{ sessions: ticket.sessions, notice: ticket.notice },
  }
  return { batch: batch.name, ticketFrom: seating?.openedAt ? seating.ticketFrom : null, ticketTo: seating?.openedAt ? seating.ticketTo : null, ticket: shown }
})
/** 30-ER4: drawn at each request by the school's template, so that it always says what is so. The code is the number, for the scan at the door. */
const pdf = handle(ticketPdf, async (ctx, { batchId }) => {
  const { db } = ctx
  const { batch, seating, ticket } = await ticketOf(ctx, batchId)
  if (!ticket || !seating)
    throw refusalOf(examSeating, 'noTicket', { from: seating?.openedAt ? schoolTimeText(seating.ticketFrom) : '—', to: seating?.openedAt ? schoolTimeText(seating.ticketTo) : '—' })
  const say = (text: string): string => translate(ctx.lang, text)
  const { id, zkzh } = ticket.applicant
  const template = await templateNow(ctx, TICKET)
  const [paper] = await ownPapers(ctx, template, [id])
  const foot = { left: [`${say('准考证号')}　${zkzh ?? ''}`], right: [say('入场扫码')], link: zkzh ?? '' }
  const title = `${batch.name} ${paper?.title ?? ''}`
  const blob = await drawPdf(db, { size: template.paper, title, papers: paper ? [{ ...paper, title, foot }] : [], watermark: '' })
  return { blob, type: 'application/pdf', headers: downloadHeaders(`${zkzh ?? ''}.pdf`) }
})
/** Numbers of applicants in the answer to signing in: those of their newest registration. */
const numbers = userExtras(async (db, { realm, userId }) => {
  if (realm !== 'exam') return {}
  const [newest] = await db.unscoped(examApplicant).all({ userId }, { sort: ['-createdAt'], limit: 1 }) // the account's own
  return newest ? { ksh: newest.ksh, zkzh: newest.zkzh, idCard: String(mask(examApplicant.fields.idNo, newest.idNo) ?? '') } : {}
})
export default [mine, pdf, numbers]
