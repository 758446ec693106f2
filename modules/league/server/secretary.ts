import { type Db, on } from '#server/context.ts'
import { leagueBranch } from '../model/branch.ts'

type Payload = Readonly<Record<string, unknown>>
/** The branch and the student of a secretary's post; undefined of others. */
const secretaryOf = ({ postKind, branchId, studentId }: Payload) =>
  postKind === 'secretary' && typeof branchId === 'string' && typeof studentId === 'string' ? { branchId, studentId } : undefined
const set = async (db: Db, where: Partial<Record<'id' | 'secretaryId', string>>, secretaryId: string | null): Promise<void> => {
  await db.sourced('studentOrg').updateWhere(leagueBranch, where, { secretaryId })
}
/** 60-OG4: the secretary of a branch is who holds the post in its committee. */
export default [
  on('studentOrg.postBegun', 'league.secretaryBegun', async ({ db }, payload) => {
    const of = secretaryOf(payload)
    if (!of) return
    // of one branch at most
    await set(db, { secretaryId: of.studentId }, null)
    await set(db, { id: of.branchId }, of.studentId)
  }),
  on('studentOrg.postEnded', 'league.secretaryEnded', async ({ db }, payload) => {
    const of = secretaryOf(payload)
    if (of) await set(db, { id: of.branchId, secretaryId: of.studentId }, null)
  }),
]
