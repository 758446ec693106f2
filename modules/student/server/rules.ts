import { Refusal } from '#model'
import type { Registration } from '#server/base/extension-point.ts'
import { today } from '#server/base/today.ts'
import { rules } from '#server/context.ts'
import { familyMember, studyExperience } from '../model/family.ts'
import { isBeforeEnrolment } from '../model/status.ts'
import { student } from '../model/student.ts'
import { studentIssue } from './place.ts'
import { afterAdd, afterUpdate, prepareDraft, preparePatch, removeChildren } from './record.ts'
import { checkExperience, checkFamily } from './relatives.ts'

/** Hooks around the record verbs. `status` is declared read-only, so that neither forms nor imports change it. */
const registered: Registration[] = [
  rules(student, {
    add: ({ db }, draft) => prepareDraft(db, draft, 'active'),
    update: ({ db }, row, patch) => preparePatch(db, row, patch, 'student:student:update'),
    added: ({ db }, row) => afterAdd(db, row),
    updated: ({ db }, before, after) => afterUpdate(db, before, after, 'record'),
    async remove({ db }, row) {
      const on = row.createdAt.slice(0, 10)
      if (!isBeforeEnrolment(String(row.status)) && on < today()) throw new Refusal(422, [studentIssue('enrolledFixed', { name: row.name, on })])
      await removeChildren(db, row.id)
    },
  }),
  rules(familyMember, {
    add: ({ db }, draft) => checkFamily(db, draft),
  }),
  rules(studyExperience, {
    add: ({ db }, draft) => checkExperience(db, undefined, draft),
    update: ({ db }, row, patch) => checkExperience(db, row, patch),
  }),
]
export default registered
