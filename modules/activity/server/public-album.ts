import { handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { schoolShortName } from '#server/data/school-name.ts'
import { activity } from '../model/activity.ts'
import { activityPhoto, MOST_PHOTOS, publicAlbum } from '../model/photos.ts'

/** 60-AT13: what is shown outside the school; an activity whose pictures are not is unknown there. A picture that somebody wants removed is hidden here, too. */
export default handle(publicAlbum, async ({ db }, { activityId }) => {
  const of = await db.unscoped(activity).find({ id: activityId, photoScope: 'public', state: ['approved', 'settled'] }) // shown to anybody
  if (!of) throw notFound()
  const photos = await db.unscoped(activityPhoto).all({ activityId, state: 'shown' }, { sort: ['createdAt'], limit: MOST_PHOTOS }) // the same
  return { school: await schoolShortName(db), title: of.title, startAt: of.startAt, photos: photos.map(({ id, file }) => ({ id, fileId: file[0] ?? '' })) }
})
