import { refusalOf } from '#model'
import { type Db, rules } from '#server/context.ts'
import { orgStates, type StudentOrg, studentOrg, TYPES } from '../model/org.ts'
import { KINDS, type OrgPost, orgPost, orgUnit, SINGLE } from '../model/post.ts'
import { breachesIn, breachText, checkOrgs } from './check.ts'

type Of = typeof orgPost | typeof orgUnit
/** The organisation, locked by whoever changes what it consists of: so the limits are counted by one at a time. */
async function lockOrg(db: Db, of: Of, orgId: string): Promise<StudentOrg> {
  const org = await db.unscoped(studentOrg).lock(orgId) // in scope of the part, or chosen in the form
  if (org.state === 'ended') throw refusalOf(of, 'over', { org: org.name, state: { text: orgStates.labels.ended } })
  return org
}
/** 60-OG1: a published organisation passes a limit only after the league has said why. */
async function mustKeepLimits(db: Db, of: Of, orgId: string): Promise<void> {
  const org = await db.unscoped(studentOrg).one(orgId) // locked before
  if (org.state !== 'active' || org.breachReason) return
  const breaches = breachesIn((await checkOrgs(db, [org])).get(orgId))
  if (breaches.length) throw refusalOf(of, 'most', { org: org.name, breaches: breachText(breaches) })
}
type Draft = Partial<OrgPost>
async function checkPost(db: Db, { id, unitId, name, kind = 'committee', seats = 1 }: Draft, org: StudentOrg): Promise<void> {
  const unit = unitId ? await db.unscoped(orgUnit).one(unitId) : undefined // chosen in the form
  if (unit && unit.orgId !== org.id) throw refusalOf(orgPost, 'unitElsewhere', { unit: unit.name, org: org.name }, 'unitId')
  const others = (await db.unscoped(orgPost).all({ orgId: org.id })).filter(p => p.id !== id) // of the same organisation
  if (others.some(p => p.name === name && p.unitId === (unitId ?? null))) throw refusalOf(orgPost, 'twice', { org: org.name, name }, 'name')
  const where = SINGLE[kind]
  if (!where) return
  if (org.type !== where) throw refusalOf(orgPost, 'kindWhere', { kind: { text: KINDS[kind] }, type: { text: TYPES[where] } }, 'kind')
  if (seats > 1 || others.some(p => p.kind === kind)) throw refusalOf(orgPost, 'single', { org: org.name, kind: { text: KINDS[kind] } }, seats > 1 ? 'seats' : 'kind')
}
export default [
  rules(orgUnit, {
    add: async ({ db }, draft) => void (await lockOrg(db, orgUnit, draft.orgId ?? '')),
    added: ({ db }, row) => mustKeepLimits(db, orgUnit, row.orgId),
    update: async ({ db }, row) => void (await lockOrg(db, orgUnit, row.orgId)),
    async remove({ db }, { id, orgId, name }) {
      await lockOrg(db, orgUnit, orgId)
      const n = await db.unscoped(orgPost).count({ unitId: id }) // of the row being removed
      if (n) throw refusalOf(orgUnit, 'hasPosts', { name, n })
    },
  }),
  rules(orgPost, {
    add: async ({ db }, draft) => checkPost(db, draft as Draft, await lockOrg(db, orgPost, draft.orgId ?? '')),
    added: ({ db }, row) => mustKeepLimits(db, orgPost, row.orgId),
    update: async ({ db }, row, patch) => checkPost(db, { ...row, ...patch }, await lockOrg(db, orgPost, row.orgId)),
    async updated({ db }, was, row) {
      if (row.seats > was.seats || row.rights?.length !== was.rights?.length) await mustKeepLimits(db, orgPost, row.orgId)
    },
    remove: async ({ db }, row) => void (await lockOrg(db, orgPost, row.orgId)),
  }),
]
