import { type Registration, solePoint } from '#server/base/extension-point.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { settingsReader } from '#server/params/settings.ts'
import { type FIELD_MODES, myFields } from '../model/actions.ts'
import { OWN_FIELDS } from '../model/fields.ts'
import { STUDENT_PARAMETERS } from '../model/parameters.ts'

/** How one field of a student's own record changes now. */
export interface OwnField {
  field: string
  mode: keyof typeof FIELD_MODES
  /** Where the student asks for the change; none while it cannot be asked for. */
  link: string | null
  /** An application for it that is being decided. */
  isAsked: boolean
  /** The new value is proven by a code sent to it. */
  needsCode: boolean
}
/** Which fields students change themselves and which they ask for, from the module that keeps the policies; without it they change their contact data. */
export interface OwnChanges {
  fieldsOf(db: Db, studentId: string | null): Promise<OwnField[]>
  /** Refuses a new phone number that its owner has not proven. */
  provePhone(ctx: Ctx, mobile: string, code: string | null): Promise<void>
}
type SuppliedChanges = Registration & OwnChanges & { kind: 'ownChanges' }
export const ownChanges = solePoint<SuppliedChanges>('ownChanges')
/** Registers what students may change in their own record. */
export const supplyOwnChanges = (side: OwnChanges): SuppliedChanges => ownChanges.make(side)

export async function ownFields(db: Db, studentId: string | null): Promise<OwnField[]> {
  const side = ownChanges.of(db)
  if (side) return side.fieldsOf(db, studentId)
  const mode = (await isByApproval(db)) ? 'approve' : 'free'
  return OWN_FIELDS.map(field => ({ field, mode, link: null, isAsked: false, needsCode: false }))
}
const settingsOf = settingsReader('student', STUDENT_PARAMETERS)
/** 10-P8: the school wants an application for contact data, whatever the policies say. */
export const isByApproval = async (db: Db): Promise<boolean> => (await settingsOf(db))['contact.approval']

export default handle(myFields, ({ db, me }) => ownFields(db, me.studentId))
