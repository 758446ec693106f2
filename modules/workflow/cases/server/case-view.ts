import sql from 'sql-template-tag'
import { isAsking, isEnded, returnTargets, type Task } from '#flow/index.ts'
import { permissionKey } from '#model'
import { department } from '#modules/campus/model/organisation.ts'
import { student } from '#modules/student/model/student.ts'
import { photosOf } from '#modules/student/server/api.ts'
import { type ActionCtx, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { translate } from '#server/i18n/translate.ts'
import { kindName } from '../../flows/server/api.ts'
import { caseOf } from '../model/case.ts'
import { processCc, processInstance } from '../model/instance.ts'
import { mustRead, type Reading } from './access.ts'
import { personsOf } from './case-people.ts'
import { verbsOf } from './case-verbs.ts'
import { type Case, type Instance, nodeName, readCase, stepNamed } from './cases.ts'
import { candidatesOf, choicesOf } from './choose-approver.ts'
import { isDeputy } from './deputies.ts'
import { diffFor, formFor, permFor } from './form-view.ts'
import { nextStepOf, titleText } from './labels.ts'
import { phrasesOf } from './phrases.ts'
import { aheadOf } from './preview-path.ts'
import { subsOf } from './subs.ts'
import { copiesOf, logsOf, type TaskView, tasksOf } from './timeline.ts'

type Ctx = ActionCtx<typeof caseOf>
/** By its own id, or the newest one of a row. */
async function found(ctx: Ctx, { id, bizType, bizId }: { id?: string | null; bizType?: string | null; bizId?: string | null }): Promise<Instance> {
  const all = ctx.db.unscoped(processInstance) // access is checked next, with the same answer as for a missing case
  if (!id && !(bizType && bizId)) ctx.refuse('which')
  const instance = id ? await all.find({ id }) : (await all.all({ bizType: bizType ?? '', bizId: bizId ?? '' }, { limit: 1 }))[0]
  if (!instance) throw notFound()
  return instance
}
export default handle(caseOf, async (ctx, input) => {
  const { db } = ctx
  const instance = await found(ctx, input)
  const reading = await mustRead(ctx, instance)
  const c = await readCase(db, instance)
  if (reading.isCopied) await noteRead(ctx, c)
  const ids = [c.instance.id, ...(await subsOf(db, c.instance.id)).map(s => s.id)]
  const visible = visibleTo(c, reading)
  const tasks = await tasksOf(ctx, ids, c.state)
  const mine = await mineOf(ctx, c)
  return {
    ...(await headOf(ctx, c)),
    form: await formFor(ctx, c, reading, c.state.round > 1),
    tasks: tasks.map(({ urgedAt: _urgedAt, ...task }) => task),
    logs: await logsOf(ctx, ids, diff => diffFor(ctx, c, diff, visible)),
    cc: await copiesOf(ctx, c.instance.id),
    graph: c.graph,
    standing: standingOf(c),
    ahead: await aheadOf(ctx, c),
    mine: mine ? await myView(ctx, c, mine, tasks) : null,
    ...(await verbsOf(ctx, c, reading, tasks, mine?.task ?? null)),
  }
})
const noteRead = ({ db, me }: Ctx, { instance }: Case): Promise<unknown> =>
  db.updateWhere(processCc, { instanceId: instance.id, userId: me.userId, 'readAt.isNull': true }, { readAt: new Date().toISOString() }, { bookkeeping: true })
/** Fields whose changes the reader may see: those visible at their steps; sensitive ones only for the applicant. */
function visibleTo(c: Case, reading: Reading): ReadonlySet<string> {
  const { entity, form } = c.kind.subject
  return new Set(form.filter(name => permFor(c, reading, name) !== 'hidden' && (reading.isApplicant || entity.fields[name]?.options.sensitivity !== 'S2')))
}
async function headOf(ctx: Ctx, c: Case) {
  const { instance, kind, row } = c
  const { id, version, processType, title, state, startedAt, endedAt, submittedBy } = instance
  return {
    id,
    version,
    processType,
    processTypeName: translate(ctx.lang, kindName(processType)),
    bizType: kind.subject.entity.name,
    bizId: row.id,
    module: kind.subject.entity.module,
    link: kind.hooks.link(row),
    mobileLink: kind.hooks.mobileLink?.(row) ?? null,
    title: titleText(ctx.lang, { title, phrase: c.snapshot.title ?? null }),
    defName: c.def.name,
    defNo: c.defNo,
    state,
    startedAt,
    endedAt,
    applicant: await applicantOf(ctx, c),
    submittedByName: submittedBy ? ((await personsOf(ctx.db, [submittedBy])).get(submittedBy)?.name ?? null) : null,
    nextStep: nextStepOf(ctx.lang, instance),
  }
}
function standingOf({ state }: Case): Record<string, 'passed' | 'current' | 'returned'> {
  const made: Record<string, 'passed' | 'current' | 'returned'> = {}
  for (const { node } of state.passed) made[node] = 'passed'
  for (const { node } of state.backTo ?? []) made[node] = 'returned'
  for (const { node } of state.places) made[node] = 'current'
  return made
}
async function applicantOf({ db }: Ctx, { instance }: Case) {
  const [row] = await db.query<{ name: string; accountNo: string; departmentId: string | null; className: string | null; photo: string | null }>(sql`
    select u.nick_name as name, u.account_no as "accountNo", coalesce(s.department_id, u.department_id) as "departmentId", k.name as "className", t.photo_id->>0 as photo
    from sys_user u left join student s on s.tenant_id = u.tenant_id and s.id = u.student_id left join stu_class k on k.tenant_id = s.tenant_id and k.id = s.class_id
    left join teacher t on t.tenant_id = u.tenant_id and t.id = u.teacher_id where u.tenant_id = ${db.me.tenantId} and u.id = ${instance.applicantId}`)
  const place = [(await db.cached(department)).get(row?.departmentId ?? '')?.name, row?.className].filter(Boolean).join(' ')
  return {
    id: instance.applicantId,
    name: row?.name ?? instance.applicantName ?? '—',
    role: null,
    photo: row?.photo ?? (await photoOf(db, instance.studentId)),
    studentId: await openable(db, instance.studentId),
    accountNo: row?.accountNo ?? null,
    place: place || null,
  }
}
/** The photo of a student, where the reader may see it. */
const photoOf = async (db: Ctx['db'], studentId: string | null): Promise<string | null> => (studentId && (await photosOf(db, [studentId])).get(studentId)) || null
/** The student whose profile the reader may open; an approver by name or relation may decide without knowing them. */
async function openable(db: Ctx['db'], studentId: string | null): Promise<string | null> {
  const list = permissionKey(student, 'list')
  return studentId && db.me.permissions.has(list) && (await db.visibleFor(student, list).find({ id: studentId })) ? studentId : null
}
/** The reader's open task: their own first, else one of somebody they are deputy for. */
async function mineOf({ db, me }: Ctx, c: Case): Promise<{ task: Task; isDeputy: boolean } | null> {
  if (isEnded(c.state)) return null
  const open = c.state.tasks.filter(t => t.state === 'todo')
  const own = open.find(t => t.userId === me.userId)
  if (own) return { task: own, isDeputy: false }
  if (me.userId === c.instance.applicantId) return null
  for (const task of open) if (await isDeputy(db, me.userId, task.userId, c.instance.processType)) return { task, isDeputy: true }
  return null
}
async function myView(ctx: Ctx, c: Case, { task, isDeputy: isTheirs }: { task: Task; isDeputy: boolean }, tasks: readonly TaskView[]) {
  const { db, me } = ctx
  const node = stepNamed(c.graph, task.node)
  const step = node && isAsking(node) ? node : undefined
  const shown = tasks.find(t => t.no === task.no && t.node === task.node)
  const choices = task.kind === 'decide' ? choicesOf(c, { node: task.node }) : []
  const added = c.state.tasks.filter(t => t.of === task.no && ['waiting', 'todo'].includes(t.state))
  return {
    taskId: shown?.id ?? '',
    kind: task.kind === 'opinion' ? ('opinion' as const) : step?.type === 'handle' ? ('handle' as const) : ('decide' as const),
    onBehalfOfName: isTheirs ? (shown?.person.name ?? null) : null,
    needOpinion: task.kind === 'opinion' ? ('always' as const) : (step?.needOpinion ?? 'negative'),
    needSign: task.kind === 'decide' && (step?.needSign ?? false),
    dueAt: shown?.dueAt ?? null,
    phrases: [...new Set([...(step?.phrases ?? []), ...(await phrasesOf(db, me.userId))])],
    returnTo: [
      { node: 'applicant', name: translate(ctx.lang, '申请人') },
      ...returnTargets(c.graph, c.state, task.node).map(id => ({ node: id, name: translate(ctx.lang, nodeName(c.graph, id)) })),
    ],
    choose: await Promise.all(
      choices.map(async ({ step: { id, name }, source }) => ({
        node: id,
        name: translate(ctx.lang, name),
        people: (await candidatesOf(db, c, source)).map(p => ({ id: p.userId, name: p.name, role: p.role || null, photo: null })),
      })),
    ),
    added: added.flatMap(t => tasks.filter(v => v.no === t.no && v.node === t.node).map(v => ({ taskId: v.id, name: v.person.name }))),
  }
}
