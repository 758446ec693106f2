import sql from 'sql-template-tag'
import { studentNumbers } from '#modules/student/server/api.ts'
import { compute, type Db } from '#server/context.ts'
import { ledgerCheck } from '#server/ledger/check.ts'
import { openAccounts, postEntries } from '#server/ledger/post.ts'
import { contactLedger, type HomeContact, homeContact } from '../model/home-contact.ts'

/** A contact as other modules tell it; source and number make it one, however often it is told. */
export interface Contact extends Pick<HomeContact, 'studentId' | 'guardianId' | 'kind' | 'contactReason' | 'at'> {
  sourceType: string
  sourceId: string
  content?: string | null
  result?: string | null
  byId?: string | null
  hiddenUntil?: string | null
}
/** Writes contacts into the ledger. Those written before are left out; returns the ids of the new ones. */
export async function writeContacts(db: Db, contacts: readonly Contact[]): Promise<string[]> {
  if (!contacts.length) return []
  const accounts = await openAccounts(
    db,
    contactLedger,
    contacts.map(c => ({ studentId: c.studentId })),
  )
  const ids = await postEntries(
    db,
    contactLedger,
    contacts.map(({ sourceType, sourceId, kind, ...own }, n) => ({ accountId: accounts[n] as string, kind, amount: 1, sourceType, sourceId, sourceSeq: 1, own })),
  )
  if (ids.length)
    await db.emitMany(
      'family.contacted',
      contacts.map(({ studentId, kind, contactReason, at, byId, sourceType, sourceId }) => ({
        ...{ studentId, kind, reason: contactReason, at, byId: byId ?? null },
        ...{ bizType: sourceType, bizId: sourceId },
      })),
    )
  return ids
}
export default [
  ledgerCheck(contactLedger, { role: 'officer', link: '/family/contacts' }),
  ...studentNumbers(homeContact),
  compute(homeContact, ['relation', 'isReversed'], async ({ db }, rows) => {
    const [members, reversed] = [
      new Map(
        (
          await db.query<{ id: string; relation: string }>(
            sql`select id, relation from family_member where tenant_id = ${db.me.tenantId} and id = any(${rows.map(r => r.guardianId)}::uuid[])`,
          )
        ).map(m => [m.id, m.relation]),
      ),
      new Set(
        (
          await db.query<{ id: string }>(sql`select reverses_id as id from home_contact where tenant_id = ${db.me.tenantId} and reverses_id = any(${rows.map(r => r.id)}::uuid[])`)
        ).map(r => r.id),
      ),
    ]
    for (const row of rows) {
      row.relation = members.get(row.guardianId) ?? null
      row.isReversed = row.reversesId ? '冲销' : reversed.has(row.id) ? '已冲销' : null
    }
  }),
]
