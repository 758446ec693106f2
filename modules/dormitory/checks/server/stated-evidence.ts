import { schoolDate } from '#model/school-time.ts'
import { type EvidenceFact, evidenceSource } from '#server/extensions/evidence.ts'
import { itemsOf } from '#server/params/dictionaries.ts'
import { dormViolation, violationType } from '../model/violation.ts'

const VIOLATION = 'dormitory.violation'
/** A confirmed violation of a student is stated once; one of a room that names nobody is none. */
export default evidenceSource({
  code: VIOLATION,
  label: '宿舍违纪',
  events: ['dormitory.violationConfirmed'],
  about: payloads => payloads.flatMap(({ violationId }) => (typeof violationId === 'string' ? [violationId] : [])),
  async facts({ db }, ids) {
    const types = await itemsOf(db, violationType.code)
    const rows = await db.unscoped(dormViolation).all({ id: [...ids], state: ['confirmed', 'referred'] }) // whatever the event names
    return rows.flatMap(({ id, studentId, at, type }): EvidenceFact[] =>
      studentId ? [{ studentId, occurredOn: schoolDate(at), sourceId: id, kind: 'dormitoryCheck', title: types.get(type)?.dictionaryValue ?? type }] : [],
    )
  },
})
