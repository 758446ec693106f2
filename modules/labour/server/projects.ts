import { refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { roundStates } from '#modules/workflow/rounds/model/round.ts'
import { application, round, roundApproval } from '#modules/workflow/server/api.ts'
import { type Ctx, compute, type Db, rules } from '#server/context.ts'
import { labourEnrolment } from '../model/enrolment.ts'
import { projectSubject } from '../model/flow.ts'
import { labourProject, labourSession, projectActions } from '../model/project.ts'
import type { Session } from '../model/rules.ts'
import { labourDuty } from '../model/week.ts'
import { HALL } from './about.ts'
import { fillPlaces, queuesIn } from './places.ts'
import { checkSessions, type Project, sessionsIn, weightsIn, writeSessions } from './sessions.ts'

type Draft = Partial<Project>
const refuse = (key: string, values: Record<string, unknown>, field: string): never => {
  throw refusalOf(labourProject, key, values, field)
}
const hoursIn = (sessions: readonly Session[]): number => sessions.reduce((n, s) => n + s.hours, 0)
/** People enrol before the first session, however long the enrolment is extended. */
function mustEndFirst({ endTime, sessions: [first] }: { endTime: string | undefined; sessions: readonly Session[] }): void {
  if (first && endTime && Date.parse(endTime) >= Date.parse(first.start)) refuse('enrolLate', { endTime: schoolTimeText(endTime), start: schoolTimeText(first.start) }, 'endTime')
}
/** The form as a whole. Sets what follows of it: the sessions in order, their term, the weights. */
async function mustBeWhole(db: Db, row: Project | Draft, patch: Draft): Promise<void> {
  const sessions = sessionsIn(row.sessions)
  const { xn, xqM } = await checkSessions(db, sessions)
  Object.assign(patch, { sessions, xn, xqM, assessment: weightsIn(row.assessment) })
  if (!row.venueId && !row.place?.trim()) refuse('noPlace', {}, 'place')
  mustEndFirst({ endTime: row.endTime, sessions })
  if ((row.hoursCap ?? 0) > hoursIn(sessions)) refuse('cap', { cap: row.hoursCap, sum: hoursIn(sessions) }, 'hoursCap')
}
/** Announced with the project: who enrolled counts on it. */
const SETTLED = ['kind', 'category', 'sessions', 'hoursCap', 'hasWaitlist', 'cancelBeforeHours', 'assessment'] as const
const records = rules(labourProject, {
  add: ({ db }, draft) => mustBeWhole(db, draft, draft),
  async update({ db }, row, patch) {
    if (row.state === 'draft') return mustBeWhole(db, { ...row, ...patch }, patch)
    const changed = SETTLED.find(key => patch[key] !== undefined && JSON.stringify(patch[key]) !== JSON.stringify(row[key]))
    if (changed) refuse('settledField', { name: row.name, state: { text: roundStates.labels[row.state] }, what: { text: labourProject.fields[changed].label } }, changed)
    if (patch.capacity !== undefined && patch.capacity < row.enrolled) refuse('capacityTaken', { enrolled: row.enrolled, capacity: patch.capacity }, 'capacity')
  },
  /** More places: whoever waits moves up. */
  updated: async ({ db }, row) => {
    if (row.state !== 'draft' && row.state !== 'pending') await fillPlaces(db, row.id)
  },
})
const check = async ({ db }: Ctx, row: Project): Promise<void> => mustBeWhole(db, row, {})
/** Cancelled: nobody has a place any more. */
async function closed(db: Db, row: Project): Promise<void> {
  if (row.state !== 'cancelled') return
  await db.updateWhere(labourEnrolment, { projectId: row.id, state: ['enrolled', 'waiting'] }, { state: 'cancelled', note: row.stateNote })
  await db.removeWhere(labourDuty, { projectId: row.id })
  await db.removeWhere(labourSession, { projectId: row.id })
}
const counts = compute(labourProject, ['left', 'waiting'], async ({ db }, rows) => {
  const queues = await queuesIn(
    db,
    rows.map(r => r.id),
  )
  for (const row of rows) Object.assign(row, { left: row.capacity - row.enrolled, waiting: queues.get(row.id)?.waiting ?? 0 })
})
const link = (row: Pick<Project, 'id'>): string => `/labour/projects?id=${row.id}`
export default [
  records,
  counts,
  ...round(labourProject, projectActions, {
    processType: 'labourProject',
    audience: 'live',
    link: HALL,
    approval: projectSubject,
    check,
    published: async ({ db }, row) => void (await writeSessions(db, row)),
    extended: async (_ctx, row) => mustEndFirst(row),
    closed,
  }),
  ...application<typeof labourProject>(
    projectSubject,
    roundApproval<Project>(labourProject, projectActions, {
      link,
      describe: async (_db, row) => ({
        applicantId: row.publisher?.userId ?? '',
        studentId: null,
        title: { text: '劳动项目：{name}（{n} 人）', values: { name: row.name, n: row.capacity } },
        facts: { hours: hoursIn(row.sessions) },
      }),
    }),
  ),
].flat()
