import { type Phrase, refusalOf } from '#model'
import { DAY_MS } from '#model/days.ts'
import { schoolTimeText } from '#model/school-time.ts'
import { withStudents } from '#modules/student/server/api.ts'
import { holdersOf } from '#server/access/holders.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { deadlines, whenDue } from '#server/deadlines/deadlines.ts'
import { attachFiles, dropFilesOf, setPublic } from '#server/files/attachments.ts'
import { fileReader } from '#server/files/readers.ts'
import { type MessageAbout, notifyAbout } from '#server/notifications/about.ts'
import { rowTodos } from '#server/notifications/row-todos.ts'
import { ownRows } from '#server/records/own-rows.ts'
import { type Activity, activity } from '../model/activity.ts'
import { activityEnrolment, TOOK_SEATS } from '../model/enrolment.ts'
import { ACTIVITY_MESSAGES } from '../model/messages.ts'
import {
  activityPhoto,
  activityPhotoRequest,
  activityPhotos,
  addPhotos,
  answerPhotoRequest,
  askPhotoRemoval,
  MOST_PHOTOS,
  type PhotoRequest,
  removePhoto,
  requestStates,
} from '../model/photos.ts'
import { findRun, mayRun } from './organisers.ts'
import { settingsOf } from './settings.ts'

type Caller = Pick<Ctx, 'db' | 'me'>
const HELD: readonly string[] = ['approved', 'settled']
const ownRequests = ownRows(activityPhotoRequest, 'studentId')
const about: MessageAbout<PhotoRequest> = {
  bizType: activityPhotoRequest.name,
  link: ({ activityId }) => `/activity/photos?id=${activityId}`,
  async values({ activityId, dueAt }, db) {
    const { title, startAt } = await db.unscoped(activity).one(activityId) // what the request is about
    return { activity: title, start: schoolTimeText(startAt), until: schoolTimeText(dueAt) }
  },
}
const todos = rowTodos(activityPhotoRequest, about, {
  answer: {
    text: '{name}请求删除“{activity}”的一张照片，请答复',
    while: r => r.state === 'open',
    link: ({ activityId }) => `/activity/photos?id=${activityId}`,
    dueAt: r => r.dueAt,
    message: ACTIVITY_MESSAGES.photoAsked,
  },
})
/** Whoever had a seat when it began. */
const tookPart = async ({ db, me }: Caller, activityId: string): Promise<boolean> =>
  Boolean(me.studentId && (await db.unscoped(activityEnrolment).count({ activityId, studentId: me.studentId, state: [...TOOK_SEATS] }))) // the caller's own
/** 60-AT13: those who took part, and students and staff of the school where they are for all of it. */
const maySee = async (ctx: Caller, { id, photoScope, state }: Activity): Promise<boolean> =>
  (photoScope !== 'participants' && HELD.includes(state) && Boolean(ctx.me.studentId || ctx.me.teacherId)) || tookPart(ctx, id)
/** An activity whose pictures the caller sees; others learn nothing of it. */
async function findSeen(ctx: Caller, id: string): Promise<{ of: Activity; isRun: boolean }> {
  const of = await ctx.db.unscoped(activity).find({ id }) // whether the caller sees its pictures is checked next
  const isRun = of !== undefined && (await mayRun(ctx, of))
  if (!of || !(isRun || (await maySee(ctx, of)))) throw notFound()
  return { of, isRun }
}
const findPhoto = async (db: Db, id: string) => {
  const found = await db.unscoped(activityPhoto).find({ id }) // the callers check whether its activity is theirs
  if (!found) throw notFound()
  return found
}
const fileOf = ({ file }: { file: readonly string[] }): string => file[0] ?? ''
/** The files go for good with the next clean-up; until then nobody reads them. */
async function takeAway(db: Db, photoIds: readonly string[]): Promise<void> {
  for (const id of photoIds) await setPublic(db, activityPhoto, id, false)
  const gone = await db.updateWhere(activityPhoto, { id: [...photoIds] }, { state: 'removed' }, { returning: ['file'] })
  await dropFilesOf(db, activityPhoto, gone.map(fileOf))
}
/** The to-dos are closed, and the students told. */
async function settled(db: Db, rows: readonly PhotoRequest[]): Promise<void> {
  await todos.follow(db, rows)
  const more = ({ state, reply }: PhotoRequest): Record<string, string | Phrase> => ({ result: { text: requestStates.labels[state] }, why: reply ?? '' })
  await notifyAbout(
    db,
    ACTIVITY_MESSAGES.photoAnswered,
    about,
    (await withStudents(db, rows)).map(one => ({ ...one, more: more(one.row) })),
  )
}
/** 60-AT13: what nobody answered in time is granted; the picture is hidden since it was asked. */
export const grantSilent = whenDue(activityPhotoRequest, {
  when: `t.state = 'open'`,
  at: 'dueAt',
  set: { state: 'granted', reply: '到期没有答复，照片已自动删除' },
  async act(db, rows) {
    await takeAway(
      db,
      rows.map(r => r.photoId),
    )
    await settled(db, rows)
  },
})
export default [
  /** A hidden picture is seen by whoever has to answer for it, a removed one by nobody. */
  fileReader(activityPhoto, async (db, id) => {
    const photo = await db.unscoped(activityPhoto).find({ id }) // who may read it is checked next
    if (!photo || photo.state === 'removed') return false
    const caller = { db, me: db.me }
    const of = await db.unscoped(activity).one(photo.activityId) // as above
    return (photo.state === 'shown' && (await maySee(caller, of))) || mayRun(caller, of)
  }),
  handle(addPhotos, async (ctx, { activityId, files }) => {
    const { db } = ctx
    await findRun(ctx, activityId)
    const of = await db.unscoped(activity).lock(activityId) // the caller runs it
    if (!HELD.includes(of.state)) throw notFound()
    if (Date.now() < Date.parse(of.startAt)) throw refusalOf(activityPhoto, 'early', { title: of.title, start: schoolTimeText(of.startAt) })
    const count = await db.unscoped(activityPhoto).count({ activityId, state: ['shown', 'hidden'] }) // of the activity the caller runs
    const fresh = [...new Set(files)]
    if (count + fresh.length > MOST_PHOTOS) throw refusalOf(activityPhoto, 'tooMany', { title: of.title, count, most: MOST_PHOTOS })
    const rows = fresh.map(file => ({ id: uuidv7(), activityId, file: [file] }))
    await db.insertMany(activityPhoto, rows)
    for (const { id, file } of rows) {
      await attachFiles(db, activityPhoto, id, { file })
      if (of.photoScope === 'public') await setPublic(db, activityPhoto, id, true)
    }
  }),
  handle(removePhoto, async (ctx, { id }) => {
    await findRun(ctx, (await findPhoto(ctx.db, id)).activityId)
    await ctx.db.unscoped(activityPhoto).lock(id, 'remove') // the caller runs its activity
    await takeAway(ctx.db, [id])
  }),
  /** 60-AT13: hidden at once, until somebody answers. Asking locks the picture, answering the request before the picture. */
  handle(askPhotoRemoval, async (ctx, { id, reason }) => {
    const { db, me } = ctx
    const { of } = await findSeen(ctx, (await findPhoto(db, id)).activityId)
    if (!me.studentId) throw notFound()
    const photo = await db.unscoped(activityPhoto).lock(id) // the caller sees it
    if (photo.state === 'removed') throw notFound()
    if (photo.state === 'hidden') throw refusalOf(activityPhoto, 'hidden', {})
    const [before] = await ownRequests.all(ctx, { photoId: id })
    if (before) throw refusalOf(activityPhotoRequest, 'asked', { reply: before.reply })
    const dueAt = new Date(Date.now() + (await settingsOf(db)).photoDays * DAY_MS).toISOString()
    const row = await db.insert(activityPhotoRequest, { activityId: of.id, photoId: id, studentId: me.studentId, reason, dueAt })
    await db.update(activityPhoto, id, { state: 'hidden' })
    await setPublic(db, activityPhoto, id, false)
    // whoever proposed the activity, unless they ask themselves
    const to = of.applicantId === me.userId ? (await holdersOf(db, 'league')).map(h => h.id) : [of.applicantId]
    const [one] = await withStudents(db, [row])
    if (one) await todos.open(db, 'answer', [{ ...one, to, more: { why: reason } }])
  }),
  /** By whoever runs the activity, but the student. */
  handle(answerPhotoRequest, async (ctx, { id, isGranted, reply }) => {
    const { db, me } = ctx
    const found = await db.unscoped(activityPhotoRequest).find({ id }) // whether the caller runs its activity is checked next
    if (!found) throw notFound()
    await findRun(ctx, found.activityId)
    if (found.studentId === me.studentId) throw refusalOf(activityPhotoRequest, 'ownRequest', {})
    const row = await db.unscoped(activityPhotoRequest).lock(id) // the caller runs its activity
    if (row.state !== 'open') throw refusalOf(activityPhotoRequest, 'answered', {})
    const after = await db.update(activityPhotoRequest, id, { state: isGranted ? 'granted' : 'refused', reply, answeredById: me.userId })
    if (isGranted) await takeAway(db, [row.photoId])
    else {
      await db.update(activityPhoto, row.photoId, { state: 'shown' })
      const of = await db.unscoped(activity).one(row.activityId) // the caller runs it
      await setPublic(db, activityPhoto, row.photoId, of.photoScope === 'public')
    }
    await settled(db, [after])
  }),
  handle(activityPhotos, async (ctx, { activityId }) => {
    const { db, me } = ctx
    const { of, isRun } = await findSeen(ctx, activityId)
    const photos = await db.unscoped(activityPhoto).all({ activityId, state: ['shown', 'hidden'] }, { sort: ['createdAt'], limit: MOST_PHOTOS }) // the caller sees them
    const mine = await ownRequests.all(ctx, { activityId })
    const asked = new Set(mine.map(r => r.photoId))
    const open = isRun ? await withStudents(db, await db.unscoped(activityPhotoRequest).all({ activityId, state: 'open' }, { sort: ['createdAt'], limit: MOST_PHOTOS })) : [] // one a picture
    const files = new Map(photos.map(p => [p.id, fileOf(p)]))
    const shown = photos.filter(p => p.state === 'shown')
    return {
      ...{ title: of.title, isPublic: of.photoScope === 'public', mayAdd: isRun && HELD.includes(of.state) && Date.now() >= Date.parse(of.startAt) },
      photos: shown.map(p => ({ id: p.id, fileId: fileOf(p), mayAsk: Boolean(me.studentId) && !asked.has(p.id), mayRemove: isRun })),
      requests: open.map(({ row, who }) => ({
        ...{ id: row.id, fileId: files.get(row.photoId) ?? '', name: who.name, reason: row.reason, dueAt: row.dueAt, mayAnswer: row.studentId !== me.studentId },
      })),
      mine: mine.map(({ id, reason, state, dueAt, reply }) => ({ id, reason, state, dueAt, reply })),
    }
  }),
  deadlines('activity.photos', '删除活动照片的请求到期', '*/10 * * * *', [grantSilent]),
]
