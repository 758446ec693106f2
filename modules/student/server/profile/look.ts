import type { Row } from '#model'
import type { Ctx, Db } from '#server/context.ts'
import { type ProfilePart, profileParts } from '#server/extensions/profile-parts.ts'
import { hiddenAudited } from '#server/records/verbs.ts'
import { student } from '../../model/student.ts'

const LIST = 'student:student:list'
/** The student of a profile. Who asks for somebody outside their scope is told that there is no such student, and the attempt is audited (30-SP5). */
export function studentSeen(ctx: Ctx, id: string): Promise<Row<typeof student>> {
  return hiddenAudited(ctx, student, LIST, id, () => ctx.db.visibleFor(student, LIST).one(id))
}
/** The parts this reader may see, in the order of the page. */
export const partsOf = (db: Db): readonly ProfilePart[] =>
  db
    .registered(profileParts)
    .filter(p => db.me.permissions.has(p.permission))
    .sort((a, b) => a.order - b.order)
