import sql from 'sql-template-tag'
import { evidenceKind, evidenceLevel, evidencePlace } from '#modules/evidence/model/evidence.ts'
import { evidenceOf, evidenceUse } from '#modules/evidence/server/api.ts'
import { ownStudentId } from '#modules/student/server/api.ts'
import { oneStudent, staffOfAll } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle, type Lang } from '#server/context.ts'
import type { EvidenceKind } from '#server/extensions/evidence.ts'
import { translateIfKnown } from '#server/i18n/translate.ts'
import { labelsOf } from '#server/params/dictionaries.ts'
import type { Subject } from '../../items/model/award-item.ts'
import { itemsOf } from '../../items/server/api.ts'
import { ownAchievements } from '../model/application.ts'
import { SEATED } from '../model/application-row.ts'

/** Kinds that speak for somebody. */
const KINDS: readonly EvidenceKind[] = ['competition', 'paper', 'award', 'certificate', 'office', 'volunteer', 'practice', 'activity', 'labour', 'enlistment']
const MOST = 300
const EARLIEST = '1900-01-01'
export interface Achievement {
  id: string
  words: string
}
export interface Entry {
  id: string
  occurredOn: string
  kind: string
  level: string | null
  place: string | null
  title: string
}
/** An entry in one line, as the school calls its kind, level and place. */
export async function entryWords(db: Db, lang: Lang = 'zh-cn'): Promise<(entry: Entry) => string> {
  const [kinds, levels, places] = [await labelsOf(db, evidenceKind), await labelsOf(db, evidenceLevel), await labelsOf(db, evidencePlace)]
  const said = (labels: typeof kinds, key: string | null): string => (key ? translateIfKnown(lang, labels(key)) : '')
  return ({ occurredOn, kind, title, level, place }) => [occurredOn, said(kinds, kind), title, said(levels, level), said(places, place)].filter(Boolean).join(' ')
}
/** What a student can name for an item, the weightiest kinds first: entries that stand. What members of a class or room did is not the class's. */
export async function achievementsFor(db: Db, subject: Subject, studentId: string, lang: Lang = 'zh-cn'): Promise<Achievement[]> {
  if (subject !== 'student') return []
  const rows = await db.query<Entry>(sql`select e.id, e.occurred_on::text as "occurredOn", e.kind, e.level, e.place, e.title
    from (${evidenceOf(db, oneStudent(studentId), EARLIEST, today())}) e where e.kind = any(${[...KINDS]}::text[])
    order by array_position(${[...KINDS]}::text[], e.kind), e.occurred_on desc, e.id limit ${MOST}`)
  const words = await entryWords(db, lang)
  return rows.map(row => ({ id: row.id, words: words(row) }))
}
const own = handle(ownAchievements, async ({ db, me, lang }, { itemId }) => {
  const [item] = await itemsOf(db, [itemId])
  return item ? achievementsFor(db, item.subject, ownStudentId(me), lang) : []
})
interface Named {
  evidenceId: string
  id: string
  recipient: string
  item: string
  departmentId: string | null
}
/** 50-EV5: an application stays as it was submitted; its college looks at it when an entry that it names is taken back. */
const use = evidenceUse({
  code: 'award.application',
  async locked(db, evidenceIds) {
    const rows = await db.query<Named>(sql`select e.id as "evidenceId", a.id, coalesce(a.recipient, '') as recipient, i.name as item, a.department_id as "departmentId"
      from evidence e join award_application a on a.tenant_id = e.tenant_id and a.student_id = e.student_id and a.evidence_ids @> to_jsonb(e.id::text)
        join award_item i on i.tenant_id = a.tenant_id and i.id = a.item_id
      where e.tenant_id = ${db.me.tenantId} and e.id = any(${[...evidenceIds]}::uuid[]) and a.state = any(${['pending', 'returned', 'approved', ...SEATED]}::text[])`)
    const staff = await staffOfAll(
      db,
      rows.map(({ departmentId }) => ({ counselledClassId: null, departmentId })),
      'college',
    )
    return rows.map(({ evidenceId, id, recipient, item }, n) => ({
      ...{ evidenceId, ownerIds: staff[n] ?? [], what: { text: '{recipient} 申报{item}', values: { recipient, item } } },
      link: `/award/cases?tab=list&id=${id}`,
    }))
  },
})
export default [own, use]
