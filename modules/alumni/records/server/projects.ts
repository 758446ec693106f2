import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { MANUAL } from '#model/ledger.ts'
import { yuanText } from '#model/money.ts'
import { today } from '#server/base/today.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import { compute, type Db, handle, rules } from '#server/context.ts'
import { ledgerCheck } from '#server/ledger/check.ts'
import { lockAccounts, postEntries } from '#server/ledger/post.ts'
import { donationLedger, type ENTRY_KINDS } from '../model/donation.ts'
import { closeProject, openProject, spend } from '../model/donation-actions.ts'
import { donationProject, type Project } from '../model/donation-project.ts'

interface Posting {
  project: Project
  kind: keyof typeof ENTRY_KINDS
  amount: number
  on: string
  sourceType: string
  sourceId: string
  donationId?: string
  use?: string
}
/** Posts one entry of a project. What would leave less than was used is refused with both sums. */
export async function post(db: Db, { project, kind, amount, on, sourceType, sourceId, donationId, use }: Posting): Promise<void> {
  const totals = (await lockAccounts(db, donationLedger, [project.id])).get(project.id) ?? {}
  const left = (totals.received ?? 0) - (totals.used ?? 0)
  await postEntries(db, donationLedger, [
    {
      ...{ accountId: project.id, kind, amount, sourceType, sourceId, sourceSeq: 1, own: { on, donationId: donationId ?? null } },
      ...(use && { reason: use }),
      values: { title: project.title, left: yuanText(left), wanted: yuanText(amount) },
    },
  ])
}
/** How many gifts each of these projects has received. */
export async function donorsIn(db: Db, ids: readonly string[]): Promise<(id: string) => number> {
  const found = await db.query<{ id: string; n: number }>(sql`select project_id as id, count(*)::int as n from donation
    where tenant_id = ${db.me.tenantId} and state = 'received' and project_id = any(${[...ids]}::uuid[]) group by 1`)
  const of = new Map(found.map(f => [f.id, f.n]))
  return id => of.get(id) ?? 0
}
const notAhead = (on: string, field: string): void => {
  if (on > today()) throw refusalOf(donationProject, 'future', { on }, field)
}
async function checkDates({ from, to }: Partial<Pick<Project, 'from' | 'to'>>): Promise<void> {
  if (from && to && to < from) throw refusalOf(donationProject, 'datesReversed', { from, to }, 'to')
}
export default [
  ledgerCheck(donationLedger, { role: 'finance', link: '/alumni/projects' }),
  rules(donationProject, { add: (_ctx, draft) => checkDates(draft), update: (_ctx, row, patch) => checkDates({ ...row, ...patch }) }),
  compute(donationProject, ['donors'], async ({ db }, rows) => {
    const count = await donorsIn(
      db,
      rows.map(r => r.id ?? ''),
    )
    for (const row of rows) row.donors = count(row.id ?? '')
  }),
  handle(openProject, async ({ db }, { id }) => {
    await db.visible(donationProject).lock(id, 'open')
    await db.update(donationProject, id, { state: 'open' })
  }),
  handle(closeProject, async ({ db }, { id }) => {
    await db.visible(donationProject).lock(id, 'close')
    await db.update(donationProject, id, { state: 'closed' })
  }),
  handle(spend, async ({ db }, { id, amount, use, on }) => {
    notAhead(on, 'on')
    const project = await db.visible(donationProject).lock(id, 'spend')
    await post(db, { project, kind: 'use', amount, on, use, sourceType: MANUAL, sourceId: uuidv7() })
  }),
]
