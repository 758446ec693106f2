import { refusalOf } from '#model'
import { DAY_MS } from '#model/days.ts'
import { teacher } from '#modules/campus/model/people.ts'
import { selfStudent, studentOf } from '#modules/student/server/api.ts'
import { application, publishNotice, resubmit, submit, withdraw } from '#modules/workflow/server/api.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { attachFiles } from '#server/files/attachments.ts'
import { ownRows } from '#server/records/own-rows.ts'
import { foundingSubject } from '../model/flow.ts'
import { CHARTER_PARTS, type CharterPart, changeFounding, type Founding, societyFounding, startFounding, submitFounding, withdrawFounding } from '../model/founding.ts'
import { society } from '../model/society.ts'
import { headFaults } from './eligible.ts'
import { bind, foundersOf, release } from './founders.ts'
import { settingsOf } from './settings.ts'
import { checkAdvisors } from './societies.ts'

export const ownFoundings = ownRows(societyFounding, 'studentId')
const refuse = (key: string, values: Record<string, unknown> = {}, field?: string): never => {
  throw refusalOf(societyFounding, key, values, field)
}
type Form = Pick<Founding, 'name' | 'category' | 'level' | 'guidanceUnitId' | 'purpose' | 'joinWay' | 'charter'> &
  Partial<Pick<Founding, 'nameEn' | 'departmentId' | 'meets' | 'charterParts'>> & { advisorNo: string; advisorName: string }
/** The columns of a form. Students name the advisor by number and name. */
async function columnsOf(db: Db, { advisorNo, advisorName, ...form }: Form) {
  const [found] = await db.unscoped(teacher).all({ staffNo: advisorNo, status: 'active' }) // only whether there is one is told
  if (!found || found.name !== advisorName.trim()) return refuse('advisorUnknown', { no: advisorNo, name: advisorName }, 'advisorNo')
  if (!form.charter.length) refuse('charterMissing', {}, 'charter')
  if (form.level === 'college' && !form.departmentId) refuse('collegeMissing', {}, 'departmentId')
  const blank = { nameEn: null, departmentId: null, meets: null, charterParts: [] }
  return { ...blank, ...form, name: form.name.trim(), advisorId: found.id }
}
export async function holderOfName(db: Db, name: string): Promise<{ code: string } | undefined> {
  return (await db.unscoped(society).all({ name })).find(s => s.state !== 'dissolved') // only its code is told
}
/** 60-SO1, SO5: everything that must hold when it is submitted, and again on each resubmission. */
async function mustHold(db: Db, row: Founding): Promise<number | null> {
  const { name } = row
  const held = await holderOfName(db, name)
  if (held) refuse('nameTaken', { name, code: held.code }, 'name')
  const lacking = (Object.keys(CHARTER_PARTS) as CharterPart[]).filter(p => !row.charterParts?.includes(p))
  if (lacking.length) refuse('charterLacks', { parts: { text: lacking.map(p => CHARTER_PARTS[p]).join('、') } }, 'charterParts')
  await checkAdvisors(db, { advisorId: row.advisorId, otherAdvisorIds: [] })
  const { foundersLeast: needed } = await settingsOf(db)
  const { sound, barred } = await foundersOf(db, row.id)
  if (barred.length) refuse('barredFounders', { names: barred.map(b => b.name).join('、') })
  if (sound.length < needed) refuse('tooFew', { n: sound.length, needed })
  const who = await studentOf(db, row.studentId)
  if (!who) return null
  const { faults, share } = await headFaults(db, who, null)
  const [first] = faults
  if (first) refuse(first.key, first.values)
  return share
}
const attach = (db: Db, { id, charter }: Founding) => attachFiles(db, societyFounding, id, { charter })
async function start(ctx: Ctx, form: Form): Promise<string> {
  const { db } = ctx
  const who = await selfStudent(ctx, { lock: true })
  const columns = await columnsOf(db, form)
  const gatherUntil = new Date(Date.now() + (await settingsOf(db)).gatherDays * DAY_MS).toISOString()
  const row = await db.insert(societyFounding, { ...columns, studentId: who.id, gatherUntil })
  await bind(db, who, row)
  await attach(db, row)
  return row.id
}
export default [
  ownFoundings.files,
  handle(startFounding, async (ctx, form) => ({ id: await start(ctx, form as Form) })),
  handle(changeFounding, async (ctx, { id, ...form }) => {
    await ownFoundings.lock(ctx, id, 'change')
    await attach(ctx.db, await ctx.db.update(societyFounding, id, await columnsOf(ctx.db, form as Form)))
  }),
  handle(submitFounding, async (ctx, { id }) => {
    const row = await ownFoundings.lock(ctx, id, 'submit')
    const rankShare = await mustHold(ctx.db, row)
    const after = await ctx.db.update(societyFounding, id, { rankShare, ...(row.state === 'gathering' ? { state: 'pending' } : {}) })
    await (row.state === 'returned' ? resubmit(ctx, foundingSubject, after) : submit(ctx, foundingSubject, after))
    return { state: 'pending' as const }
  }),
  handle(withdrawFounding, async (ctx, { id }) => {
    const row = await ownFoundings.lock(ctx, id, 'withdraw')
    if (row.state !== 'gathering') return void (await withdraw(ctx, { bizType: societyFounding.name, bizId: id }))
    await ctx.db.update(societyFounding, id, { state: 'withdrawn' })
    await release(ctx.db, [id])
  }),
  ...application<typeof societyFounding>(foundingSubject, {
    async describe(db, row) {
      const who = await studentOf(db, row.studentId)
      return {
        applicantId: who?.userId ?? '',
        studentId: row.studentId,
        title: { text: '成立社团“{name}”', values: { name: row.name } },
        facts: { isRankUnknown: row.rankShare === null },
      }
    },
    link: ({ id }) => `/society/found?id=${id}`,
    mobileLink: ({ id }) => `/society/found?id=${id}`,
    async onSubmitted({ db }, row) {
      await mustHold(db, row)
    },
    /** The league has agreed: the school may object. */
    async onApproved(ctx, row) {
      const { noticeDays } = await settingsOf(ctx.db)
      const round = { id: row.id, name: row.name, noticeWorkdays: noticeDays, ownerDepartmentId: row.guidanceUnitId }
      const lines = [{ bizId: row.id, studentId: row.studentId, values: { item: row.name } }]
      await publishNotice(ctx, {
        round,
        roundOf: societyFounding,
        of: societyFounding,
        level: 'school',
        columns: ['name', 'college', 'item'],
        lines,
        title: `成立社团“${row.name}”`,
      })
    },
    onRejected: async ({ db }, row) => void (await release(db, [row.id])),
    onWithdrawn: async ({ db }, row) => void (await release(db, [row.id])),
    onCancelled: async ({ db }, row) => void (await release(db, [row.id])),
  }),
]
