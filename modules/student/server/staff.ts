import { teacher } from '#modules/campus/model/people.ts'
import { holderOf, holdersOn } from '#modules/campus/server/api.ts'
import type { Db } from '#server/context.ts'

export interface Staff {
  fdyId: string | null
  fdyName: string | null
  bzrId: string | null
  bzrName: string | null
}
const NOBODY: Staff = { fdyId: null, fdyName: null, bzrId: null, bzrName: null }

/** Primary counsellor and head teacher per class today, from the cache. */
export async function staffOfClasses(db: Db): Promise<(classId: string | null) => Staff> {
  const [held, teachers] = await Promise.all([holdersOn(db), db.cached(teacher)])
  return classId => {
    if (!classId) return NOBODY
    const [fdyId, bzrId] = (['fdy', 'bzr'] as const).map(role => holderOf(held, classId, role)?.teacherId ?? null) as [string | null, string | null]
    return { fdyId, bzrId, fdyName: teachers.get(fdyId ?? '')?.name ?? null, bzrName: teachers.get(bzrId ?? '')?.name ?? null }
  }
}
