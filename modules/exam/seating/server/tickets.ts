import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { type Ctx, handle } from '#server/context.ts'
import { mask } from '#server/data/mask.ts'
import { schoolName } from '#server/data/school-name.ts'
import { downloadHeaders } from '#server/http/download.ts'
import { translate } from '#server/i18n/translate.ts'
import { userExtras } from '#server/identity/api.ts'
import type { PrintDocument } from '#server/print/document.ts'
import { drawPdf } from '#server/print/draw-pdf.ts'
import { examApplicant } from '../../entry/model/applicant.ts'
import { subjectText } from '../../entry/model/dictionaries.ts'
import { batchOf, ownApplications } from '../../entry/server/api.ts'
import { examSeating } from '../model/seating.ts'
import { myTicket, ticketPdf } from '../model/ticket.ts'
import { photoOf } from './photo-of.ts'

interface Sits {
  subject: string
  date: string
  from: string
  to: string
  roomNo: string
  seatNo: number
  venue: string
  place: string | null
}
/** Where and when somebody sits, in the order of the days. */
const sessionsOf = ({ db, me }: Pick<Ctx, 'db' | 'me'>, applicationId: string): Promise<Sits[]> =>
  db.query(sql`select x.subject, x.date::text as date, to_char(x."from", 'HH24:MI') as "from", to_char(x."to", 'HH24:MI') as "to", r.room_no as "roomNo", e.seat_no as "seatNo", v.name as venue,
    nullif(concat_ws(' ', c.name, c.address, b.name), '') as place
    from exam_seat e join exam_session x on x.tenant_id = e.tenant_id and x.id = e.session_id join exam_room r on r.tenant_id = e.tenant_id and r.id = e.room_id
    join venue v on v.tenant_id = r.tenant_id and v.id = r.venue_id left join campus c on c.tenant_id = v.tenant_id and c.id = v.campus_id left join building b on b.tenant_id = v.tenant_id and b.id = v.building_id
    where e.tenant_id = ${me.tenantId} and e.application_id = ${applicationId}::uuid order by x.date, x."from"`)
/** The ticket of the caller, or none yet. */
async function ticketOf(ctx: Ctx, batchId: string) {
  const { db } = ctx
  const batch = await batchOf(db, batchId)
  const seating = await db.unscoped(examSeating).find({ batchId }) // of a published examination
  const [row] = await ownApplications.all(ctx, { batchId, state: 'seated' })
  const isOpen = seating?.openedAt && Date.now() >= Date.parse(seating.ticketFrom) && Date.now() < Date.parse(seating.ticketTo)
  if (!row || !isOpen) return { batch, seating, ticket: null }
  const applicant = await db.unscoped(examApplicant).one(row.examApplicantId) // the caller's own
  return { batch, seating, ticket: { applicant, sessions: await sessionsOf(ctx, row.id), notice: seating.ticketNotice } }
}
const mine = handle(myTicket, async (ctx, { batchId }) => {
  const { batch, seating, ticket } = await ticketOf(ctx, batchId)
  const shown = ticket && {
    ...{ ksh: ticket.applicant.ksh, zkzh: ticket.applicant.zkzh, name: ticket.applicant.name, photoId: ticket.applicant.photoId },
    ...{ sessions: ticket.sessions, notice: ticket.notice },
  }
  return { batch: batch.name, ticketFrom: seating?.openedAt ? seating.ticketFrom : null, ticketTo: seating?.openedAt ? seating.ticketTo : null, ticket: shown }
})
/** 30-ER4: drawn at each request, so that it always says what is so. The code is the number, for the scan at the door. */
const pdf = handle(ticketPdf, async (ctx, { batchId }) => {
  const { db } = ctx
  const { batch, seating, ticket } = await ticketOf(ctx, batchId)
  if (!ticket || !seating)
    throw refusalOf(examSeating, 'noTicket', { from: seating?.openedAt ? schoolTimeText(seating.ticketFrom) : '—', to: seating?.openedAt ? schoolTimeText(seating.ticketTo) : '—' })
  const say = (text: string): string => translate(ctx.lang, text)
  const { applicant, sessions, notice } = ticket
  const [first] = sessions
  const image = await photoOf(db, applicant.photoId?.[0])
  const document: PrintDocument = {
    school: await schoolName(db),
    title: `${batch.name} ${say('准考证')}`,
    parts: [
      {
        ...{ kind: 'grid', title: '', columns: 1, photo: { words: say('照片'), ...(image ? { image } : {}) } },
        cells: [
          [say('姓名'), applicant.name],
          [say('准考证号'), applicant.zkzh ?? ''],
          [say('考生号'), applicant.ksh],
          [say('证件号'), String(mask(examApplicant.fields.idNo, applicant.idNo) ?? '')],
          [say('考场号'), first?.roomNo ?? ''],
          [say('座位号'), String(first?.seatNo ?? '')],
          [say('地点'), [first?.place, first?.venue].filter(Boolean).join(' ')],
        ],
      },
      {
        ...{ kind: 'table', title: say('考试场次'), blank: 0, head: [say('科目'), say('日期'), say('时间')] },
        rows: sessions.map(one => [say(subjectText(one.subject).text), one.date, `${one.from}–${one.to}`]),
      },
      ...(notice ? [{ kind: 'text' as const, align: 'left' as const, text: notice }] : []),
    ],
    foot: { left: [`${say('准考证号')}　${applicant.zkzh ?? ''}`], right: [say('入场扫码')], link: applicant.zkzh ?? '' },
  }
  const blob = await drawPdf(db, { size: 'A4', title: document.title, papers: [document], watermark: '' })
  return { blob, type: 'application/pdf', headers: downloadHeaders(`${applicant.zkzh ?? ''}.pdf`) }
})
/** Numbers of applicants in the answer to signing in: those of their newest registration. */
const numbers = userExtras(async (db, { realm, userId }) => {
  if (realm !== 'exam') return {}
  const [newest] = await db.unscoped(examApplicant).all({ userId }, { sort: ['-createdAt'], limit: 1 }) // the account's own
  return newest ? { ksh: newest.ksh, zkzh: newest.zkzh, idCard: String(mask(examApplicant.fields.idNo, newest.idNo) ?? '') } : {}
})
export default [mine, pdf, numbers]
