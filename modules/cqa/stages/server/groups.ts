import { type Row, refusalOf } from '#model'
import { stuClass } from '#modules/campus/model/organisation.ts'
import { type Db, rules } from '#server/context.ts'
import { cqaScheme, schemeStages } from '../../schemes/model/scheme.ts'
import { cqaSheet } from '../../sheets/model/sheet.ts'
import { cqaGroup } from '../model/group.ts'

export type Group = Row<typeof cqaGroup>
export const membersOf = ({ memberIds }: Pick<Group, 'memberIds'>): string[] => memberIds.flatMap(m => m ?? [])
export const groupOf = (db: Db, schemeId: string, classId: string | null): Promise<Group | undefined> =>
  db.unscoped(cqaGroup).find({ schemeId, classId: classId ?? '00000000-0000-0000-0000-000000000000' }) // whether the caller belongs to it is checked next
async function check(db: Db, { schemeId, classId, leaderId, memberIds }: Pick<Group, 'schemeId' | 'classId' | 'leaderId' | 'memberIds'>): Promise<void> {
  const scheme = await db.unscoped(cqaScheme).one(schemeId) // only its stage is read
  if (scheme.stage !== 'scoring') throw refusalOf(cqaGroup, 'locked', { scheme: scheme.name, stage: { text: schemeStages.labels[scheme.stage] } })
  const members = membersOf({ memberIds })
  if (members.length % 2 === 0) throw refusalOf(cqaGroup, 'even', { count: members.length }, 'memberIds')
  if (!members.includes(leaderId)) throw refusalOf(cqaGroup, 'leader', {}, 'leaderId')
  const known = await db.unscoped(cqaSheet).count({ schemeId, classId, studentId: members }) // of the class in scope
  if (known !== members.length) throw refusalOf(cqaGroup, 'strangers', { className: (await db.cached(stuClass)).get(classId)?.name ?? '' }, 'memberIds')
}
export default rules(cqaGroup, {
  async add({ db }, draft) {
    await check(db, { schemeId: draft.schemeId ?? '', classId: draft.classId ?? '', leaderId: draft.leaderId ?? '', memberIds: draft.memberIds ?? [] })
  },
  update: ({ db }, row, patch) => check(db, { ...row, ...patch } as Group),
})
