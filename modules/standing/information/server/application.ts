import { isEnded, STUDENT_STATUS, type StudentStatus } from '#modules/student/model/status.ts'
import { student } from '#modules/student/model/student.ts'
import { type StudentOf, selfStudent } from '#modules/student/server/api.ts'
import type { Violation } from '#modules/workflow/applications/model/application.ts'
import { handleApplication, mayDecide } from '#modules/workflow/server/api.ts'
import type { Ctx, Db } from '#server/context.ts'
import { formatWording } from '#server/i18n/translate.ts'
import { type MessageAbout, notifyAbout } from '#server/notifications/about.ts'
import { infoApplication } from '../model/application.ts'
import { infoSubject } from '../model/flow.ts'
import { type Item, infoChange } from '../model/info-change.ts'
import { CHANGE_NEWS } from '../model/messages.ts'
import { takeEffect } from './effect.ts'
import { type InfoChange, itemsIn, itemsOf, movedIn, patchOf, type Student, standingOf, wayOf } from './items.ts'
import { askedFields, regionsOf, violationsOf, warningOf } from './judge.ts'
import { isInWindow, labelOf, policiesOf } from './policies.ts'
import { wordsOf } from './value-words.ts'

interface Judged {
  violations: Violation[]
  items: Item[]
  mode: 'approve' | 'locked'
}
const recordOf = (db: Db, id: string): Promise<Student> => db.unscoped(student).one(id) // the student's own, or of a case the reader may see

async function warningsOf({ db, lang }: Pick<Ctx, 'db' | 'lang'>, { idRegion, sourceCanton }: { idRegion: string | null; sourceCanton: string | null }): Promise<string[]> {
  const found = await warningOf(db, idRegion, sourceCanton)
  return found ? [formatWording(lang, { text: '证件号属于{id}，生源地是{origin}，请核对', values: found })] : []
}
const fieldNames = (fields: readonly string[]): string => fields.map(labelOf).join('、')
const linkOf = ({ id }: { id: string }): string => `/standing/information/mine?id=${id}`
const aboutChange: MessageAbout<InfoChange> = { bizType: 'infoChange', link: linkOf, values: row => ({ fields: fieldNames(row.fields) }) }

/** Information changes as a kind of application. */
const changes = handleApplication<typeof infoChange, typeof infoApplication, StudentOf, Judged>(infoChange, infoApplication, {
  subject: infoSubject,
  link: linkOf,
  // the record is kept right while a student is away, too; whose record has ended is none of the applicants
  admit: () => undefined,
  async validate({ db }, who, form, { row, isStaff }) {
    const [record, policies] = [await recordOf(db, who.id), await policiesOf(db)]
    const items = itemsIn(form, record)
    if (!isStaff && isEnded(String(record.status)))
      return { violations: [{ key: 'ended', values: { status: STUDENT_STATUS[record.status as StudentStatus] } }], items, mode: 'locked' }
    const missing = isStaff && !form.reason ? [{ key: 'reasonMissing', field: 'reason' }] : []
    const violations = await violationsOf(db, { row: record, items, proofs: form.proofs ?? [], policies, isStaff, id: row?.id ?? null })
    const { mode } = wayOf(
      items.map(i => i.field),
      policies,
    )
    return { violations: [...missing, ...violations], items, mode }
  },
  formOf: row => ({ ...patchOf(itemsOf(row)), reason: row.reason, proofs: row.proofs }) as never,
  draft: ({ reason, proofs }, { items, mode }) => ({
    fields: items.map(i => i.field) as InfoChange['fields'],
    items: JSON.stringify(items),
    mode,
    reason: reason ?? null,
    proofs: proofs ?? [],
  }),
  initial: async ({ me }, who) => (me.studentId === who.id ? {} : { state: 'approved' as const, applyWay: 'office' as const }),
  async stored({ db, me }, row, who) {
    if (row.state !== 'approved') return
    await takeEffect(db, row)
    await notifyAbout(db, CHANGE_NEWS.corrected, aboutChange, [{ row, who, more: { by: me.nickName, reason: row.reason ?? '' } }])
  },
  async begin(ctx) {
    const { db, lang } = ctx
    const { id } = await selfStudent(ctx)
    const [record, policies, asked, words] = [await recordOf(db, id), await policiesOf(db), await askedFields(db, id), await wordsOf(db, { isOpen: true, lang })]
    const fields = [...policies.values()].filter(p => p.mode !== 'free')
    return {
      fields: fields.map(p => ({
        ...{ field: p.field, label: labelOf(p.field), now: words(p.field, standingOf(record, p.field)), mode: p.mode, proof: p.proof },
        ...{ isAsked: asked.has(p.field), isOpen: isInWindow(p), window: p.window },
      })),
    }
  },
  async preview({ db, lang }, who, asks) {
    const [record, policies] = [await recordOf(db, who.id), await policiesOf(db)]
    const fields = asks.fields.split(',').filter(f => policies.has(f)) as InfoChange['fields']
    const { mode, needsProof } = wayOf(fields, policies)
    const now = regionsOf(record, [])
    const warnings = await warningsOf({ db, lang }, { idRegion: asks.idRegion ?? now.idRegion, sourceCanton: asks.sourceCanton ?? now.sourceCanton })
    return { answer: { needsProof, warnings: asks.idRegion || asks.sourceCanton ? warnings : [] }, violations: [], row: fields.length ? { fields, mode } : null }
  },
  async mine({ db, lang }) {
    const words = await wordsOf(db, { isOpen: true, lang })
    return row => ({
      changes: itemsOf(row).map(i => ({
        field: i.field,
        label: labelOf(i.field),
        old: words(i.field, i.old),
        new: words(i.field, i.new),
        value: i.new === null ? null : String(i.new),
      })),
    })
  },
  async card(ctx, row) {
    const { db, lang } = ctx
    const [record, words] = [await recordOf(db, row.studentId), await wordsOf(db, { isOpen: true, lang })]
    const items = itemsOf(row)
    const isOpen = row.state === 'pending' || row.state === 'returned'
    const moved = isOpen ? movedIn(items, record) : []
    return {
      changes: items.map(i => ({
        ...{ field: i.field, label: labelOf(i.field), old: words(i.field, i.old), new: words(i.field, i.new) },
        ...{ now: words(i.field, standingOf(record, i.field)), isMoved: moved.includes(i) },
      })),
      reason: row.reason,
      warnings: isOpen ? await warningsOf(ctx, regionsOf(record, items)) : [],
      isMoved: moved.length > 0,
      version: record.version,
      mayAgree: moved.length > 0 && row.state === 'pending' && (await mayDecide(ctx, { bizType: infoChange.name, bizId: row.id })),
    }
  },
  async describe(db, row, { name }) {
    const { needsOffice, mode } = wayOf(row.fields, await policiesOf(db))
    return { title: { text: '{name} 更正{fields}', values: { name, fields: fieldNames(row.fields) } }, facts: { needsOffice, mode } }
  },
  approved: ({ db }, row) => takeEffect(db, row),
})
export default changes.registrations
