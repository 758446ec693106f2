import sql from 'sql-template-tag'
import { type InputOf, refusalOf } from '#model'
import { cantonsByCode } from '#modules/campus/server/api.ts'
import { student } from '#modules/student/model/student.ts'
import { type StudentOf, studentOf } from '#modules/student/server/api.ts'
import { handleApplication } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import { compute, handle, rules } from '#server/context.ts'
import { only } from '#server/data/present.ts'
import { leavingItem } from '#server/extensions/graduation-items.ts'
import { destinationApplication, suggestRecipients } from '../model/application.ts'
import { destinationSubject } from '../model/flow.ts'
import { asked, graduateDestination } from '../model/graduate-destination.ts'
import { currentOf, faultsOf, makeCurrent } from './destination-rules.ts'

const MINE = '/archive/destinations/mine'
type Form = Omit<InputOf<typeof destinationApplication.resubmit>, 'id'>
const valuesOf = (form: Form) => ({
  ...form,
  ...{
    unitName: form.unitName ?? null,
    unitCreditCode: form.unitCreditCode ?? null,
    industryCode: form.industryCode ?? null,
    cantonCode: form.cantonCode ?? null,
    files: form.files ?? [],
  },
})
const applications = handleApplication<typeof graduateDestination, typeof destinationApplication>(graduateDestination, destinationApplication, {
  subject: destinationSubject,
  link: ({ id }) => `${MINE}?id=${id}`,
  copyPage: '/archive/destinations/apply',
  validate: async ({ db }, who, form: Form) => ({ violations: await faultsOf(db, who, valuesOf(form)) }),
  formOf: row => row,
  draft: form => ({ ...valuesOf(form), asOf: today() }),
  initial: async ({ db }, who) => ({ majorId: (await db.unscoped(student).one(who.id)).majorId }), // of the applicant
  taken: 'open',
  begin: async ({ db, me }) => {
    const who = me.studentId ? await studentOf(db, me.studentId) : undefined
    return { gradYear: Number((who?.expectedGraduation ?? today()).slice(0, 4)) }
  },
  preview: async ({ db }, who, asks) => ({
    answer: {},
    violations: await faultsOf(db, who, { ...asks, unitName: asks.unitName ?? null, cantonCode: asks.cantonCode ?? null }),
    row: null,
  }),
  async card({ db }, row) {
    const [who, [before]] = [await db.unscoped(student).one(row.studentId), await currentOf(db, [row.studentId])] // of a row the reader decides on
    return { ...only(asked, row), name: who.name, before: before?.archiveRecipient ?? null }
  },
  describe: async (_db, { archiveRecipient }, { name }) => ({ title: { text: '{name} 毕业去向：{unit}', values: { name, unit: archiveRecipient } }, facts: {} }),
  approved: ({ db, me }, row) => makeCurrent(db, row, me.userId || null),
})
/** Entered by the office, or by the list of the ministry's system: verified by whoever enters it. */
const entered = rules(graduateDestination, {
  async add({ db, me }, draft) {
    const visible = await db.visible(student).one(draft.studentId ?? '')
    const who = (await studentOf(db, visible.id, { lock: true })) as StudentOf
    const [fault] = await faultsOf(db, who, { ...valuesOf(draft as Form) })
    if (fault) throw refusalOf(graduateDestination, fault.key, fault.values ?? {}, fault.field)
    const [current] = await currentOf(db, [who.id])
    if (current && current.archiveRecipient === draft.archiveRecipient && current.kind === draft.kind && current.archiveAddress === draft.archiveAddress)
      throw refusalOf(graduateDestination, 'same', { name: who.name }, 'archiveRecipient')
    const { departmentId, majorId, classId } = visible
    Object.assign(draft, { departmentId, majorId, classId, state: 'approved', asOf: today(), verifiedBy: me.userId })
  },
  added: ({ db, me }, row) => makeCurrent(db, row, me.userId),
})
const MOST = 5
/** Fewer would say where a single person went. */
const LEAST = 3
const suggest = handle(suggestRecipients, async ({ db }, { kind }) => ({
  units: await db.query<{ name: string; count: number }>(sql`select archive_recipient as name, count(*)::int as count from graduate_destination
    where tenant_id = ${db.me.tenantId} and is_current and kind = ${kind} group by 1 having count(*) >= ${LEAST} order by count desc, name limit ${MOST}`),
}))
export default [
  ...applications.registrations,
  entered,
  compute(graduateDestination, ['region'], async ({ db }, rows) => {
    const cantons = await cantonsByCode(db)
    for (const row of rows) row.region = cantons.get(row.cantonCode ?? '')?.fullName ?? null
  }),
  suggest,
  /** 50-AR3 on the list of whoever leaves. */
  ...leavingItem({
    ...{ code: 'archive', title: '档案去向', order: 28, link: '/archive/mine', events: ['archive.destinationVerified'] },
    settled: (db, students) => sql`select d.student_id from graduate_destination d where d.tenant_id = ${db.me.tenantId} and d.is_current and d.student_id in (${students})`,
  }),
]
