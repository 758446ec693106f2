import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { stuClass } from '#modules/campus/model/organisation.ts'
import { teacher } from '#modules/campus/model/people.ts'
import { leagueBranch } from '#modules/league/model/branch.ts'
import { today } from '#server/base/today.ts'
import { type Ctx, compute, type Db, handle, rules } from '#server/context.ts'
import { type Appointment, LIVE, orgAppointment } from '../model/appointment.ts'
import { orgElection } from '../model/election.ts'
import { allowBreach, endOrg, LEVELS, OF_CLASS, type OrgLevel, publishOrg, type StudentOrg, selfCheck, studentOrg, TYPES, UNIONS } from '../model/org.ts'
import { orgPost } from '../model/post.ts'
import { dropBallots } from './ballot-box.ts'
import { breachesIn, breachText, checkOrgs } from './check.ts'
import { stop } from './listeners.ts'
import { settingsOf } from './settings.ts'

type Draft = Partial<StudentOrg>
const refuse = (key: string, values: Record<string, unknown> = {}, field?: string): never => {
  throw refusalOf(studentOrg, key, values, field)
}
type Place = 'departmentId' | 'grade' | 'classId' | 'leagueBranchId'
/** What says where an organisation of a level belongs; the rest follows or stays empty. */
const PLACES: Readonly<Record<OrgLevel, readonly Place[]>> = { school: [], college: ['departmentId'], grade: ['departmentId', 'grade'], class: [] }
const label = (field: Place) => ({ text: studentOrg.fields[field].label })
/** Department, class and branch, each filled from the one below it. */
async function place(db: Db, draft: Draft): Promise<void> {
  const { type = 'other', level = 'school' } = draft
  const isOfClass = OF_CLASS.includes(type)
  if (isOfClass && level !== 'class') refuse('typeLevel', { type: { text: TYPES[type] } }, 'level')
  if (!isOfClass && level === 'class') refuse('onlyClass', { type: { text: TYPES[type] } }, 'level')
  const needed: readonly Place[] = type === 'classCommittee' ? ['classId'] : type === 'leagueBranch' ? ['leagueBranchId'] : PLACES[level]
  const words = { level: { text: LEVELS[level] } }
  for (const field of needed) if (!draft[field]) refuse('lacks', { ...words, field: label(field) }, field)
  if (!isOfClass)
    for (const field of ['departmentId', 'grade', 'classId', 'leagueBranchId'] as const)
      if (draft[field] && !needed.includes(field)) refuse('surplus', { ...words, field: label(field) }, field)
  if (!isOfClass) return
  const branch = draft.leagueBranchId ? await db.unscoped(leagueBranch).one(draft.leagueBranchId) : undefined // chosen in the form
  const classId = type === 'leagueBranch' ? branch?.classId : draft.classId
  if (!classId) refuse('branchClass', { branch: branch?.name ?? '' }, 'leagueBranchId')
  const of = (await db.cached(stuClass)).get(classId ?? '')
  Object.assign(draft as object, { classId, departmentId: of?.departmentId ?? null, grade: of?.grade ?? null, leagueBranchId: type === 'leagueBranch' ? branch?.id : null })
}
/** A class has one committee and its branch one; the index settles two at once. */
async function mustBeSingle(db: Db, { id, type = 'other', classId }: Draft): Promise<void> {
  if (!OF_CLASS.includes(type)) return
  const held = (await db.unscoped(studentOrg).all({ type, classId: classId ?? '', state: ['draft', 'active'] })).find(o => o.id !== id) // only its name is told
  if (held) refuse('taken', { class: (await db.cached(stuClass)).get(classId ?? '')?.name ?? '', type: { text: TYPES[type] }, name: held.name }, 'classId')
}
async function checkGuides(db: Db, { guideId, otherGuideIds, level }: Draft): Promise<void> {
  const ids = [guideId, ...(otherGuideIds ?? [])].flatMap(id => id ?? [])
  if (!guideId && level !== 'class') refuse('lacks', { level: { text: LEVELS[level ?? 'school'] }, field: { text: studentOrg.fields.guideId.label } }, 'guideId')
  for (const { id, name: guide, status } of await db.unscoped(teacher).all({ id: ids })) {
    // chosen in the form
    if (ids.filter(i => i === id).length > 1) refuse('guideTwice', { guide }, 'otherGuideIds')
    if (status !== 'active') refuse('guideGone', { guide }, 'guideId')
  }
}
async function checkParent(db: Db, { id, name = '', parentId }: Draft): Promise<void> {
  if (!parentId) return
  const parent = await db.unscoped(studentOrg).one(parentId) // chosen in the form
  if (parent.state === 'ended') refuse('parentEnded', { parent: parent.name }, 'parentId')
  if (!id) return
  const found = await db.query(sql`with recursive up as (select o.id, o.parent_id from student_org o where o.tenant_id = ${db.me.tenantId} and o.id = ${parentId}::uuid
    union select o.id, o.parent_id from student_org o join up on o.id = up.parent_id where o.tenant_id = ${db.me.tenantId}) select 1 from up where up.id = ${id}::uuid`)
  if (found.length) refuse('parentSelf', { parent: parent.name, name }, 'parentId')
}
const CAPS = { staffCap: 'staffMost', chairCap: 'chairsMost', deptCap: 'deptsMost' } as const
/** 60-OG1: an organisation's own limits stay within the school's. */
async function checkCaps(db: Db, draft: Draft): Promise<void> {
  if (!UNIONS.includes(draft.type ?? 'other')) return
  const settings = await settingsOf(db)
  for (const field of ['staffCap', 'chairCap', 'deptCap'] as const) {
    const [n, most] = [draft[field], settings[CAPS[field]]]
    if (n && n > most) refuse('capWide', { field: { text: studentOrg.fields[field].label }, most, n }, field)
  }
}
async function check(db: Db, draft: Draft): Promise<void> {
  await checkGuides(db, draft)
  await checkParent(db, draft)
  await checkCaps(db, draft)
}
interface Count {
  id: string
  seats: number
}
async function seatsOf(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.query<Count>(
    sql`select org_id as id, sum(seats)::int as seats from org_post where tenant_id = ${db.me.tenantId} and org_id = any(${[...ids]}::uuid[]) group by 1`,
  )
  return new Map(rows.map(r => [r.id, r.seats]))
}
async function publish({ db }: Pick<Ctx, 'db'>, id: string): Promise<void> {
  const row = await db.visible(studentOrg).lock(id, 'publish')
  if (!(await db.unscoped(orgPost).count({ orgId: id }))) refuse('noPosts', { name: row.name }) // of a row in scope
  const breaches = breachesIn((await checkOrgs(db, [row])).get(id))
  if (breaches.length && !row.breachReason) refuse('breach', { name: row.name, breaches: breachText(breaches) })
  await db.update(studentOrg, id, { state: 'active' })
}
/** Proposals end first: their cases are locked before the organisation, as by whoever approves one. What was proposed meanwhile refuses it. */
async function end(ctx: Ctx, id: string, reason: string): Promise<void> {
  const { db } = ctx
  const found = await db.visible(studentOrg).one(id)
  const why = `${found.name}已撤销`
  const liveIds = async (state: readonly Appointment['state'][]) => (await db.unscoped(orgAppointment).all({ orgId: id, state })).map(r => r.id) // of an organisation in scope
  await stop(ctx, await liveIds(['pending', 'returned']), why)
  // elections before the organisation, in the order of whoever confirms one
  const off = await db.updateWhere(orgElection, { orgId: id, state: ['nominating', 'reviewing', 'voting'] }, { state: 'cancelled', note: why })
  await dropBallots(
    db,
    off.map(e => e.id),
  )
  const row = await db.visible(studentOrg).lock(id, 'end')
  const n = await db.unscoped(studentOrg).count({ parentId: id, state: ['draft', 'active'] }) // of a row in scope
  if (n) refuse('hasParts', { name: row.name, n })
  const waiting = (await liveIds(['pending', 'returned'])).length
  if (waiting) throw refusalOf(orgAppointment, 'openCases', { org: row.name, n: waiting })
  await db.update(studentOrg, id, { state: 'ended', endedOn: today(), endReason: reason })
  await stop(ctx, await liveIds(LIVE), why)
}
export default [
  rules(studentOrg, {
    async add({ db }, draft) {
      await place(db, draft as Draft)
      await mustBeSingle(db, draft as Draft)
      await check(db, draft as Draft)
    },
    update: ({ db }, row, patch) => check(db, { ...row, ...patch }),
    async remove({ db }, { id, name }) {
      const n = await db.unscoped(studentOrg).count({ parentId: id }) // of the row being removed
      if (n) refuse('hasParts', { name, n })
    },
  }),
  compute(studentOrg, ['seats', 'breaches'], async ({ db }, rows) => {
    const whole = await db.unscoped(studentOrg).all({ id: rows.flatMap(r => r.id ?? []) }) // of rows that are shown
    const [seats, checked] = [
      await seatsOf(
        db,
        whole.map(o => o.id),
      ),
      await checkOrgs(db, whole),
    ]
    for (const row of rows) {
      row.seats = seats.get(row.id ?? '') ?? 0
      row.breaches = breachesIn(checked.get(row.id ?? '')).length
    }
  }),
  handle(publishOrg, (ctx, { id }) => publish(ctx, id)),
  handle(allowBreach, async ({ db }, { id, reason }) => {
    await db.visible(studentOrg).lock(id, 'allowBreach')
    await db.update(studentOrg, id, { breachReason: reason })
  }),
  handle(endOrg, (ctx, { id, reason }) => end(ctx, id, reason)),
  handle(selfCheck, async ({ db }) => {
    const rows = await db.visible(studentOrg).all({ type: UNIONS, state: ['draft', 'active'] }, { sort: ['level', 'code'] })
    const checked = await checkOrgs(db, rows)
    return rows.map(({ id, name, type, level, state, breachReason }) => ({ id, name, type, level, state, breachReason, items: checked.get(id) ?? [] }))
  }),
]
