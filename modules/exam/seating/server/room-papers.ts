import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { schoolName } from '#server/data/school-name.ts'
import { downloadHeaders } from '#server/http/download.ts'
import { translate } from '#server/i18n/translate.ts'
import type { Part, PrintDocument } from '#server/print/document.ts'
import { drawPdf } from '#server/print/draw-pdf.ts'
import { batchWorkers } from '#server/print/fill.ts'
import { subjectText } from '../../entry/model/dictionaries.ts'
import { examRoom, ROOM_PAPERS, roomPapers } from '../model/room.ts'
import { photoOf } from './photo-of.ts'

/** Photos are read into memory. */
const MOST = { sign: 500, labels: 500, attendance: 500, photos: 20 } as const
interface Place {
  roomId: string
  roomNo: string
  batchId: string
  batch: string
  venue: string
}
interface Sits {
  roomId: string
  seatNo: number
  zkzh: string | null
  name: string
  school: string | null
  photo: string | null
  sessions: string[]
}
/** By room and seat, with the sessions that they sit. */
const sitsIn = (db: Db, ids: readonly string[]): Promise<Sits[]> =>
  db.query(sql`select e.room_id as "roomId", e.seat_no as "seatNo", p.zkzh, p.name, p.school, p.photo_id ->> 0 as photo, array_agg(e.session_id) as sessions from exam_seat e
    join exam_application a on a.tenant_id = e.tenant_id and a.id = e.application_id and a.state <> 'lapsed' join exam_applicant p on p.tenant_id = a.tenant_id and p.id = a.exam_applicant_id
    where e.tenant_id = ${db.me.tenantId} and e.room_id = any(${[...ids]}::uuid[]) group by 1, 2, 3, 4, 5, 6 order by 1, 2`)
interface Session {
  id: string
  batchId: string
  subject: string
  date: string
  from: string
  to: string
}
const sessionsOf = (db: Db, batchIds: readonly string[]): Promise<Session[]> =>
  db.query(sql`select id, batch_id as "batchId", subject, date::text as date, to_char("from", 'HH24:MI') as "from", to_char("to", 'HH24:MI') as "to" from exam_session
    where tenant_id = ${db.me.tenantId} and batch_id = any(${[...batchIds]}::uuid[]) order by date, "from"`)
const timeOf = ({ date, from, to }: Session): string => `${date} ${from}–${to}`
type Say = (text: string) => string
function sign(say: Say, sits: readonly Sits[], sessions: readonly Session[]): Part[] {
  const [first, last] = [sits[0]?.zkzh, sits.at(-1)?.zkzh]
  return [
    { kind: 'table', title: say('考试场次'), blank: 0, head: [say('科目'), say('时间')], rows: sessions.map(one => [say(subjectText(one.subject).text), timeOf(one)]) },
    { kind: 'text', align: 'center', text: first && last ? `${say('准考证号')} ${first}–${last}` : '' },
  ]
}
const labels = (say: Say, roomNo: string, sits: readonly Sits[]): Part[] => [
  { kind: 'grid', title: '', columns: 3, cells: sits.map(one => [`${roomNo} ${say('考场')} ${one.seatNo}`, [one.zkzh, one.name].filter(Boolean).join(' ')] as const) },
]
/** A sheet for a session that anybody in the room sits. */
function attendance(say: Say, sits: readonly Sits[], session: Session): Part[][] {
  const here = sits.filter(one => one.sessions.includes(session.id))
  if (!here.length) return []
  return [
    [
      { kind: 'text', align: 'left', text: `${say(subjectText(session.subject).text)}　${timeOf(session)}` },
      {
        ...{ kind: 'table', title: '', blank: 0, head: [say('座位号'), say('准考证号'), say('姓名'), say('考生签名'), say('考勤')] },
        rows: here.map(one => [String(one.seatNo), one.zkzh ?? '', one.name, '', '']),
      },
      { kind: 'text', align: 'right', text: `${say('监考老师签名')}　　　　　　　　` },
    ],
  ]
}
async function photos(db: Db, say: Say, sits: readonly Sits[]): Promise<Part[]> {
  const parts: Part[] = []
  for (const one of sits) {
    const image = await photoOf(db, one.photo)
    const cells = [
      [say('座位号'), String(one.seatNo)],
      [say('准考证号'), one.zkzh ?? ''],
      [say('姓名'), one.name],
      [say('毕业学校'), one.school ?? ''],
    ] as const
    parts.push({ kind: 'grid', title: '', columns: 1, cells, photo: { words: say('照片'), ...(image ? { image } : {}) } })
  }
  return parts
}
export default handle(roomPapers, async ({ db, lang }, { ids, paper: wanted }) => {
  const paper = wanted ?? 'sign'
  const asked = [...new Set(ids.flatMap(id => id ?? []))]
  if (asked.length > MOST[paper]) throw refusalOf(examRoom, 'tooManyPapers', { most: MOST[paper], count: asked.length }, 'ids')
  if ((await db.visible(examRoom).count({ id: asked })) !== asked.length) throw notFound()
  const places = await db.query<Place>(sql`select r.id as "roomId", r.room_no as "roomNo", r.batch_id as "batchId", b.name as batch, v.name as venue from exam_room r
    join exam_batch b on b.tenant_id = r.tenant_id and b.id = r.batch_id join venue v on v.tenant_id = r.tenant_id and v.id = r.venue_id
    where r.tenant_id = ${db.me.tenantId} and r.id = any(${asked}::uuid[]) order by b.name, r.room_no`)
  const sits = Map.groupBy(await sitsIn(db, asked), s => s.roomId)
  const sessions = Map.groupBy(await sessionsOf(db, [...new Set(places.map(p => p.batchId))]), s => s.batchId)
  const say: Say = text => translate(lang, text)
  const school = await schoolName(db)
  const papers: PrintDocument[] = []
  for (const { roomId, roomNo, batchId, batch, venue } of places) {
    const here = sits.get(roomId) ?? []
    const held = sessions.get(batchId) ?? []
    const sheets = {
      sign: async () => [sign(say, here, held)],
      labels: async () => [labels(say, roomNo, here)],
      attendance: async () => held.flatMap(session => attendance(say, here, session)),
      photos: async () => [await photos(db, say, here)],
    }
    const title = `${roomNo} ${say('考场')}　${say(ROOM_PAPERS[paper])}`
    const head: Part = { kind: 'text', align: 'center', text: `${batch}　${venue}` }
    for (const parts of await sheets[paper]()) papers.push({ school, title, parts: [head, ...parts], foot: { left: [], right: [], link: '' } })
  }
  if (!papers.length) throw refusalOf(examRoom, 'noPapers', {}, 'ids')
  const blob = await drawPdf(db, { size: paper === 'sign' ? 'A4L' : 'A4', title: say(ROOM_PAPERS[paper]), papers, watermark: '' }, batchWorkers)
  return { blob, type: 'application/pdf', headers: downloadHeaders(`${say(ROOM_PAPERS[paper])}.pdf`, papers.length) }
})
