import type { Row } from '#model'
import type { Db } from '#server/context.ts'
import type { MessageAbout } from '#server/notifications/about.ts'
import { labourEnrolment } from '../model/enrolment.ts'
import { labourProject } from '../model/project.ts'

export const HALL = '/labour/hall'
export const MINE = '/labour/mine'
export type Enrolment = Row<typeof labourEnrolment>
const nameOf = async (db: Db, projectId: string): Promise<string> => (await db.unscoped(labourProject).one(projectId)).name // names what the row is about
export const aboutEnrolment: MessageAbout<Enrolment> = {
  bizType: labourEnrolment.name,
  link: () => MINE,
  values: async ({ projectId }, db) => ({ project: await nameOf(db, projectId) }),
}
