import { type EvidenceFact, evidenceSource } from '#server/extensions/evidence.ts'
import { enlistRecord, KINDS } from '../model/record.ts'

const SERVED = ['enlisted', 'discharged', 'returned', 'notReturning'] as const
/** Service from the day of the notice on; somebody who is sent back has none. */
export default evidenceSource({
  code: 'enlistment.record',
  label: '参军入伍',
  events: ['enlistment.stageChanged'],
  about: payloads => payloads.flatMap(({ recordId }) => (typeof recordId === 'string' ? [recordId] : [])),
  async facts({ db }, ids) {
    const rows = await db.unscoped(enlistRecord).all({ id: [...ids], stage: SERVED }) // whatever the event names
    return rows.flatMap(({ id, studentId, kind, noticeDate }): EvidenceFact[] =>
      noticeDate ? [{ studentId, occurredOn: noticeDate, sourceId: id, kind: 'enlistment', title: KINDS[kind] }] : [],
    )
  },
})
