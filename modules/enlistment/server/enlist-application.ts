import type { InputOf } from '#model'
import { BEFORE_ENROLMENT, STUDENT_STATUS, type StudentStatus } from '#modules/student/model/status.ts'
import { type StudentOf, selfStudent } from '#modules/student/server/api.ts'
import { handleApplication } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { enlistApplication } from '../model/application.ts'
import { enlistSubject } from '../model/flow.ts'
import { type EnlistRecord, enlistRecord, KINDS, PATH, SEASONS } from '../model/record.ts'
import { MINE } from './notify.ts'
import { keptFrom } from './settings.ts'
import { enterStage } from './stages.ts'

type Form = Omit<InputOf<typeof enlistApplication.resubmit>, 'id'>
const MAY: readonly StudentStatus[] = ['active', ...BEFORE_ENROLMENT]
const isOpen = ({ state, stage }: EnlistRecord): boolean => state === 'pending' || state === 'returned' || (state === 'approved' && (PATH as readonly string[]).includes(stage))

async function violationsOf(db: Db, who: StudentOf, { year }: Pick<Form, 'year'>, id: string | null) {
  const rows = await db.unscoped(enlistRecord).all({ studentId: who.id }) // the student's own
  const mayEnlist = who.status !== null && MAY.includes(who.status)
  return [
    ...(mayEnlist ? [] : [{ key: 'status', values: { name: who.name, status: who.status ? { text: STUDENT_STATUS[who.status] } : '—' } }]),
    ...(rows.some(row => row.id !== id && isOpen(row)) ? [{ key: 'open', values: { name: who.name } }] : []),
    ...(year < Number(today().slice(0, 4)) ? [{ key: 'yearPast', values: { year }, field: 'year' }] : []),
  ]
}
/** Registration for service as a kind of application. */
const registrations = handleApplication(enlistRecord, enlistApplication, {
  subject: enlistSubject,
  link: () => MINE,
  // the rule names the status itself
  admit: () => undefined,
  validate: async ({ db }, who, form: Form, { row }) => ({ violations: await violationsOf(db, who, form, row?.id ?? null) }),
  formOf: row => row,
  draft: ({ year, season, kind, familyName, familyPhone }, _valid, who) => ({
    ...{ year, season, kind, registeredOn: today() },
    ...{ familyName: familyName ?? who.emergencyName, familyPhone: familyPhone ?? who.emergencyPhone },
  }),
  taken: 'open',
  async begin(ctx) {
    const { emergencyName, emergencyPhone } = await selfStudent(ctx)
    const on = today()
    return { year: Number(on.slice(0, 4)), season: on.slice(5, 7) < '05' ? ('spring' as const) : ('autumn' as const), familyName: emergencyName, familyPhone: emergencyPhone }
  },
  preview: async ({ db }, who, asks) => ({
    answer: { until: await keptFrom(db, asks.kind, today()) },
    violations: await violationsOf(db, who, asks, asks.id ?? null),
    row: asks,
  }),
  async card({ db }, { id, studentId, year, season, kind }) {
    const rows = await db.unscoped(enlistRecord).all({ studentId, state: 'approved' }, { sort: ['-registeredOn'] }) // of the student decided on
    return { year, season, kind, earlier: rows.filter(r => r.id !== id).map(r => ({ id: r.id, year: r.year, stage: r.stage })) }
  },
  describe: async (_db, { year, season, kind }, { name }) => ({
    title: { text: '{name} 应征登记', values: { name } },
    summary: { text: '{year} 年{season}，{kind}', values: { year, season: { text: SEASONS[season] }, kind: { text: KINDS[kind] } } },
    facts: {},
  }),
  approved: async ({ db }, row) => void (await enterStage(db, [{ row, patch: { stage: 'registered' } }])),
})
export default registrations.registrations
