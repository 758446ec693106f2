import { type BookingDraft, confirmVenue, holdVenue, releaseVenue } from '#modules/campus/server/api.ts'
import type { Db } from '#server/context.ts'
import { type Activity, activity } from '../model/activity.ts'
import { wordsOf } from './organisers.ts'
import { settingsOf } from './settings.ts'

const sourceOf = ({ id }: Activity) => ({ sourceType: activity.name, sourceId: id })
async function draftOf(db: Db, of: Activity, venueId: string): Promise<BookingDraft> {
  const { setupMinutes } = await settingsOf(db)
  const holder = (await wordsOf(db, [of]))(of).organiser ?? ''
  return { ...sourceOf(of), venueId, title: of.title, holder, from: of.startAt, to: of.endAt, people: of.quota, setupMin: setupMinutes, clearMin: setupMinutes }
}
/** 60-AT2: the venue of an activity falls with it. */
export const freeVenue = (db: Db, of: Activity): Promise<void> => releaseVenue(db, sourceOf(of))
/** Holds the venue of a proposal, or books that of an approved activity; gives back one that it needs no more. The caller holds the activity. */
export async function takeVenue(db: Db, of: Activity, how: 'held' | 'confirmed'): Promise<void> {
  if (!of.venueId) return freeVenue(db, of)
  await (how === 'held' ? holdVenue : confirmVenue)(db, await draftOf(db, of, of.venueId))
}
