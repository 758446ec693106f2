import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { printTemplate } from '#server/print/layout.ts'
import { sectionSource } from '#server/print/sections.ts'
import { examApplicant } from '../../entry/model/applicant.ts'
import { subjectText } from '../../entry/model/dictionaries.ts'
import { sessionsOf } from './sits.ts'

export const TICKET = 'examTicket'
interface Application {
  id: string
  notice: string | null
  /** File of the plan of the site. */
  map: string | null
}
const applicationOf = async (db: Db, applicantId: string): Promise<Application | undefined> =>
  (
    await db.query<Application>(sql`select a.id, s.ticket_notice as notice, s.ticket_map->>0 as map from exam_application a
    left join exam_seating s on s.tenant_id = a.tenant_id and s.batch_id = a.batch_id where a.tenant_id = ${db.me.tenantId} and a.exam_applicant_id = ${applicantId}::uuid limit 1`)
  )[0]
/** Room, seat, place and sessions, as they are now. */
const seats = sectionSource({
  code: 'examTicketSeat',
  label: '考场、座位和场次',
  entity: examApplicant.name,
  async feed({ db, lang }, id) {
    const say = (text: string): string => translate(lang, text)
    const row = await applicationOf(db, id)
    const sessions = row ? await sessionsOf(db, row.id) : []
    const [first] = sessions
    return [
      {
        ...{ kind: 'grid', title: '', columns: 2 },
        cells: [
          [say('考场号'), first?.roomNo ?? ''],
          [say('座位号'), String(first?.seatNo ?? '')],
        ],
      },
      { kind: 'grid', title: '', columns: 1, cells: [[say('地点'), [first?.place, first?.venue].filter(Boolean).join(' ')]] },
      {
        ...{ kind: 'table', title: say('考试场次'), blank: 0, head: [say('科目'), say('日期'), say('时间')] },
        rows: sessions.map(one => [say(subjectText(one.subject).text), one.date, `${one.from}–${one.to}`]),
      },
    ]
  },
})
/** What the examination says to its applicants, and the plan of its site. */
const notice = sectionSource({
  code: 'examTicketNotice',
  label: '考生须知和考点平面图',
  entity: examApplicant.name,
  async feed({ db }, id) {
    const row = await applicationOf(db, id)
    const { notice: text, map } = row ?? {}
    return [...(text ? [{ kind: 'text', align: 'left', text } as const] : []), ...(map ? [{ kind: 'picture', fileId: map } as const] : [])]
  },
})
/** 30-ER4: the school may change or copy its layout like that of any paper; applicants print it themselves. */
const ticket = printTemplate(examApplicant, {
  code: TICKET,
  name: '准考证',
  holder: 'name',
  paper: 'A4',
  isMadeByModule: true,
  layout: {
    title: '准考证',
    blocks: [
      { kind: 'grid', columns: 1, fields: ['name', 'zkzh', 'ksh', 'idNo'], labels: { idNo: '证件号' }, photo: { field: 'photoId' } },
      { kind: 'sections', by: 'examTicketSeat' },
      { kind: 'sections', by: 'examTicketNotice' },
    ],
  },
})
export default [seats, notice, ticket]
