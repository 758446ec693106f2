import sql from 'sql-template-tag'
import { on } from '#server/context.ts'
import { alumniActivity } from '../model/activity.ts'
import { alumniNotice } from '../model/alumni-notice.ts'
import { endActivity } from './activities.ts'

/** 30-AB3: what a club that has ended still had to come goes on in the one it went into, or is called off with it. */
export default on('alumni.clubEnded', 'alumni.clubEnded', async ({ db }, { clubId, intoId, reason }) => {
  const club = String(clubId)
  const now = new Date().toISOString()
  if (intoId) {
    const into = String(intoId)
    await db.updateWhere(alumniActivity, { clubId: club, state: ['draft', 'published'], 'to.ge': now }, { clubId: into })
    await db.updateWhere(alumniNotice, sql`t.state in ('draft', 'scheduled') and t.club_ids ? ${club}`, { clubIds: sql`(t.club_ids - ${club}::text) || to_jsonb(${into}::text)` })
    return
  }
  const open = await db.unscoped(alumniActivity).all({ clubId: club, state: 'published', 'from.ge': now }, { sort: ['id'] }) // of the club that the event names
  for (const { id } of open) {
    const of = await db.unscoped(alumniActivity).lock(id) // as above
    if (of.state === 'published' && Date.parse(of.from) > Date.now()) await endActivity(db, of, String(reason ?? ''))
  }
})
