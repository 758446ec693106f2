import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { selfStudent } from '#modules/student/server/api.ts'
import { type Db, handle, onMany } from '#server/context.ts'
import { serialNo } from '#server/data/serial-no.ts'
import { keepMade } from '#server/files/keep-made.ts'
import { printTemplate } from '#server/print/layout.ts'
import { checkAddress, drawPapers, registerPapers, revokePapers, templateNow } from '#server/print/papers.ts'
import { ownRows } from '#server/records/own-rows.ts'
import { activity } from '../model/activity.ts'
import { activityEnrolment } from '../model/enrolment.ts'
import { issueProof, myService, VOLUNTEER, volunteerProof, volunteerProofLine } from '../model/volunteer.ts'
import { wordsOf } from './organisers.ts'

const TEMPLATE = 'volunteerProof'
const MOST_MB = 10
const own = ownRows(volunteerProof, 'studentId')
interface Served {
  entryId: string
  activityId: string
  servedOn: string
  title: string
  hours: number
}
/** 60-AT12: what organisers recorded by settling their activities, and what stands of it in the ledger, the earliest first. */
async function servicesOf(db: Db, studentId: string) {
  const rows = await db.query<Served>(sql`select g.id as "entryId", e.activity_id as "activityId", g.biz_date::text as "servedOn", g.title, g.hours::float8 as hours
    from growth_entry g join activity_enrolment e on e.tenant_id = g.tenant_id and g.source_type = ${activityEnrolment.name} and g.source_id = e.id::text
    where g.tenant_id = ${db.me.tenantId} and g.student_id = ${studentId} and g.category = ${VOLUNTEER} and g.hours > 0 and g.reverses_id is null
      and not exists (select from growth_entry r where r.tenant_id = g.tenant_id and r.reverses_id = g.id)
    order by g.biz_date, g.id`)
  const of = new Map((await db.unscoped(activity).all({ id: rows.map(r => r.activityId) })).map(a => [a.id, a])) // of the student's own service
  const words = await wordsOf(db, [...of.values()])
  return rows.flatMap(({ activityId, ...row }) => {
    const known = of.get(activityId)
    if (!known) return []
    const { organiser, place } = words(known)
    return [{ ...row, organiser: organiser ?? '', place: known.online ? (place ?? '线上') : place }]
  })
}
const sum = (rows: ReadonlyArray<{ hours: number }>): number => Math.round(rows.reduce((n, r) => n + r.hours, 0) * 10) / 10
export default [
  own.files,
  printTemplate(volunteerProof, {
    code: TEMPLATE,
    name: '志愿服务记录证明',
    holder: 'studentId',
    paper: 'A4',
    isMadeByModule: true,
    layout: {
      title: '志愿服务记录证明',
      blocks: [
        { kind: 'grid', columns: 2, fields: ['studentId', 'studentNo', 'fromOn', 'toOn', 'services', 'hours'] },
        { kind: 'table', title: '志愿服务记录', of: 'volunteerProofLine', by: 'proofId', fields: ['servedOn', 'title', 'organiser', 'place', 'hours'], sort: 'createdAt' },
        { kind: 'text', text: '以上由各活动组织单位如实记录，服务时间不含往返交通时间。本证明无偿出具，扫码可以核验。{today}' },
        { kind: 'seal', text: '{school}（盖章）' },
      ],
    },
  }),
  handle(myService, async ctx => {
    const services = await servicesOf(ctx.db, (await selfStudent(ctx)).id)
    const proofs = (await own.all(ctx)).map(({ id, proofNo, fromOn, toOn, hours, state, file }) => ({ id, proofNo, fromOn, toOn, hours, state, fileId: file?.[0] ?? null }))
    return { hours: sum(services), services, proofs }
  }),
  /** Under the lock of the student; the same statement is not made twice. */
  handle(issueProof, async (ctx, { fromOn, toOn }) => {
    const { db, me } = ctx
    if (toOn < fromOn) throw refusalOf(volunteerProof, 'order', { from: fromOn, to: toOn }, 'toOn')
    const origin = await checkAddress(ctx)
    if (!origin) throw refusalOf(volunteerProof, 'noAddress', {})
    const who = await selfStudent(ctx, { lock: true })
    const services = (await servicesOf(db, who.id)).filter(s => s.servedOn >= fromOn && s.servedOn <= toOn)
    if (!services.length) throw refusalOf(volunteerProof, 'none', { from: fromOn, to: toOn })
    const stated = createHash('sha256')
      .update(JSON.stringify([fromOn, toOn, services]))
      .digest('hex')
    const before = (await own.all(ctx, { state: 'issued' })).find(proof => proof.stated === stated)
    if (before) return { id: before.id }
    const totals = { hours: sum(services), services: services.length, stated }
    const proofNo = await serialNo(db, 'ZY', 'volunteer_proof_seq')
    const { id } = await db.insert(volunteerProof, { studentId: who.id, studentNo: who.studentNo ?? '', proofNo, fromOn, toOn, ...totals })
    await db.insertMany(
      volunteerProofLine,
      services.map(s => ({ ...s, proofId: id, studentId: who.id })),
    )
    const template = await templateNow(ctx, TEMPLATE)
    const [paper] = (await drawPapers(ctx, template, [{ id, issueNo: proofNo }], origin)).papers
    if (!paper) return { id }
    const pdf = { name: `志愿服务记录证明 ${proofNo}.pdf`, content: paper.pdf, maxMb: MOST_MB, allowed: ['pdf'] }
    const fileId = await keepMade(db, pdf, { bizType: volunteerProof.name, bizId: id, field: 'file', ownerId: me.userId })
    await registerPapers(db, template, [{ ...paper, fileId }], me.userId)
    await db.update(volunteerProof, id, { file: [fileId] })
    return { id }
  }),
  /** Hours that are taken back prove nothing any more. */
  onMany('growth.reversed', 'activity.volunteerProofs', async ({ db }, payloads) => {
    const entryIds = payloads.flatMap(p => (typeof p.entryId === 'string' ? [p.entryId] : []))
    const lines = await db.unscoped(volunteerProofLine).all({ entryId: entryIds }) // of the entries the event names
    const gone = await db.updateWhere(volunteerProof, { id: lines.map(l => l.proofId), state: 'issued' }, { state: 'revoked' })
    await revokePapers(
      db,
      volunteerProof.name,
      gone.map(g => g.id),
      '其中的服务时间已冲销',
    )
  }),
]
