import type { FlowSubject } from '#flow/index.ts'
import type { Row } from '#model'
import type { ApplicationSource } from '#server/extensions/desk-parts.ts'
import { type FileReader, fileReader } from '#server/files/readers.ts'
import { type ApplicationHooks, type ApplicationOf, applicationsOf } from '../../flows/server/api.ts'
import { mayReadFile, sourceOf } from './own-applications.ts'

/**
 * Registers the callbacks of a kind of application, lists it under "my applications", and lets approvers read its files; default export of a module's server file.
 */
export const application = <E>(
  subject: FlowSubject & { entity: unknown },
  hooks: ApplicationHooks<Row<E>>,
  copyPage?: string,
): readonly [ApplicationOf, ApplicationSource, FileReader] => [
  applicationsOf.make({ subject, hooks: hooks as unknown as ApplicationHooks }),
  sourceOf(subject.entity.name, subject.label, copyPage),
  fileReader(subject.entity, (db, rowId, field) => mayReadFile(db, subject, rowId, field)),
]
