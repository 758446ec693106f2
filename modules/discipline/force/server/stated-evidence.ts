import { type EvidenceFact, evidenceSource } from '#server/extensions/evidence.ts'
import { punishment } from '../../cases/model/punishment.ts'

const STANDS = ['inForce', 'liftPending', 'lifted'] as const
/** A punishment that came into force, as long as it was not revoked or changed. Its level is personal and stands in no title. */
export default evidenceSource({
  code: 'discipline.punishment',
  label: '违纪处分',
  events: ['discipline.effective', 'discipline.revoked'],
  about: payloads => payloads.flatMap(({ punishmentId }) => (typeof punishmentId === 'string' ? [punishmentId] : [])),
  async facts({ db }, ids) {
    const rows = await db.unscoped(punishment).all({ id: [...ids], state: [...STANDS] }) // whatever the event names
    return rows.flatMap(({ id, studentId, decidedOn, decidedLevel }): EvidenceFact[] =>
      decidedOn ? [{ studentId, occurredOn: decidedOn, sourceId: id, kind: 'punishment', title: '纪律处分', achievementKey: decidedLevel }] : [],
    )
  },
})
