import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { addDays } from '#modules/campus/model/days.ts'
import { type StudentOf, selfStudent, studentsOf } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { formatIssue } from '#server/i18n/translate.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import { dormBuilding } from '../../places/model/places.ts'
import { postSwap, swapBoard, takeDownSwap, wantSwap } from '../model/board-actions.ts'
import { personalIn, suits } from '../model/match.ts'
import { CHANGE_MESSAGES } from '../model/messages.ts'
import { type FloorWish, swapPost, swapWish } from '../model/swap-post.ts'
import { homesOf } from './homes.ts'

const SHOWN_DAYS = 30
const MOST = 200
interface Post {
  id: string
  studentId: string
  genderCode: string
  dormId: string
  floorNo: number
  roomType: string
  dormIds: string[] | null
  wantsType: string | null
  floors: FloorWish | null
  note: string | null
  until: string
  bed: string
  /** Interest marked by the reader, and by the owner for the reader's post. */
  isWanted: boolean
  wantsMe: boolean
}
/** Posts on the board whose owner still lives in the bed; `mine` is the reader's post. */
const postsOf = (db: Db, mine: string | null, genderCode: string): Promise<Post[]> =>
  db.query<Post>(sql`select p.id, p.student_id as "studentId", s.gender_code as "genderCode", s.dorm_id as "dormId", f.floor_no as "floorNo", r.room_type as "roomType", p.dorm_ids as "dormIds",
      p.room_type as "wantsType", p.floors, p.note, p.until::text as until, b.full_name as bed,
      exists (select from swap_wish w where w.tenant_id = p.tenant_id and w.post_id = p.id and w.by_post_id = ${mine}::uuid) as "isWanted",
      exists (select from swap_wish w where w.tenant_id = p.tenant_id and w.post_id = ${mine}::uuid and w.by_post_id = p.id) as "wantsMe"
    from swap_post p join dorm_stay s on s.tenant_id = p.tenant_id and s.id = p.stay_id and s.state = 'checkedIn' join dorm_bed b on b.tenant_id = s.tenant_id and b.id = s.bed_id
      join dorm_room r on r.tenant_id = s.tenant_id and r.id = s.room_id join dorm_floor f on f.tenant_id = s.tenant_id and f.id = s.floor_id
    where p.tenant_id = ${db.me.tenantId} and p.state = 'open' and p.until >= ${today()}::date and s.gender_code = ${genderCode} order by p.created_at desc limit ${MOST}`)
const wishOf = ({ dormIds, wantsType, floors }: Post) => ({ dormIds, roomType: wantsType, floors })

const ownPost = (db: Db, studentId: string) => db.unscoped(swapPost).find({ studentId, state: 'open' }) // one's own rows, filtered by student id

const board = handle(swapBoard, async ctx => {
  const { db, lang } = ctx
  const who = await selfStudent(ctx)
  const own = await ownPost(db, who.id)
  const posts = await postsOf(db, own?.id ?? null, who.genderCode)
  const dorms = await db.cached(dormBuilding)
  const mine = posts.find(p => p.id === own?.id)
  const people = await studentsOf(
    db,
    posts.filter(p => p.isWanted && p.wantsMe).map(p => p.studentId),
  )
  const nameOf = (id: string | null): string => dorms.get(id ?? '')?.name ?? ''
  const shown = (p: Post) => ({
    id: p.id,
    dorm: nameOf(p.dormId),
    floorNo: p.floorNo,
    roomType: p.roomType,
    wants: { dorms: (p.dormIds ?? []).map(nameOf), roomType: p.wantsType, floors: p.floors },
    note: p.note,
  })
  const seen = (p: Post) => {
    const suitsMe = mine ? suits(wishOf(mine), p) : false
    const other = people.get(p.studentId)
    return {
      ...shown(p),
      suitsMe,
      isMatch: mine !== undefined && suitsMe && suits(wishOf(p), mine),
      isWanted: p.isWanted,
      name: other?.name ?? null,
      studentNo: other?.studentNo ?? null,
      bed: other ? p.bed : null,
    }
  }
  const rank = (p: ReturnType<typeof seen>): number => (p.name ? 0 : p.isMatch ? 1 : p.suitsMe ? 2 : 3)
  const home = (await homesOf(db, [who.id])).get(who.id)
  const [problem] = home ? [] : refusalOf(swapPost, 'noStay').issues
  return {
    mine: mine ? { ...shown(mine), dormIds: mine.dormIds ?? [], until: mine.until } : null,
    problem: problem ? formatIssue(lang, problem) : null,
    posts: posts
      .filter(p => p.studentId !== who.id)
      .map(seen)
      .sort((a, b) => rank(a) - rank(b)),
  }
})
/** One open post per student: a new one runs another month and resets the interest of others. */
const post = handle(postSwap, async (ctx, { dormIds, roomType, floors, note }) => {
  const { db } = ctx
  const who = await selfStudent(ctx)
  const home = (await homesOf(db, [who.id])).get(who.id)
  if (!home) throw refusalOf(swapPost, 'noStay')
  const found = personalIn(note, [who.name])
  if (found) throw refusalOf(swapPost, 'personal', { found }, 'note')
  await studentsOf(db, [who.id], { lock: true })
  const before = await ownPost(db, who.id)
  if (before) await db.update(swapPost, before.id, { state: 'closed' })
  const until = addDays(today(), SHOWN_DAYS)
  const draft = { dormIds: [...(dormIds ?? [])], roomType: roomType ?? null, floors: floors ?? null, note: note ?? null }
  const { id } = await db.insert(swapPost, { ...draft, studentId: who.id, stayId: home.stayId, state: 'open', until })
  return { id, until }
})
const takeDown = handle(takeDownSwap, async ctx => {
  const who = await selfStudent(ctx)
  const own = await ownPost(ctx.db, who.id)
  if (!own) throw refusalOf(swapPost, 'gone')
  await ctx.db.update(swapPost, own.id, { state: 'closed' })
})
/** Locks both posts, so that of two concurrent requests the second sees the first one's interest. */
const want = handle(wantSwap, async (ctx, { id, wants }) => {
  const { db, me } = ctx
  const who = await selfStudent(ctx)
  const own = await ownPost(db, who.id)
  if (!own) throw refusalOf(swapPost, 'noPost')
  if (own.id === id) throw refusalOf(swapPost, 'own')
  await db.query(sql`select 1 from swap_post where tenant_id = ${me.tenantId} and id = any(${[own.id, id]}::uuid[]) order by id for update`)
  const other = (await postsOf(db, own.id, who.genderCode)).find(p => p.id === id)
  if (!other) {
    if (!(await db.unscoped(swapPost).find({ id }))) throw notFound() // the refusal says that the post is gone
    throw refusalOf(swapPost, 'gone')
  }
  if (!wants) {
    await db.removeWhere(swapWish, { postId: id, byPostId: own.id })
    return { isMutual: false }
  }
  const isNew = await db.insertOrSkip(swapWish, { postId: id, byPostId: own.id })
  if (isNew && other.wantsMe) await tellMatched(db, who, own.id, other)
  return { isMutual: other.wantsMe }
})
async function tellMatched(db: Db, who: StudentOf, ownId: string, other: Post): Promise<void> {
  const people = await studentsOf(db, [other.studentId])
  const home = (await homesOf(db, [who.id])).get(who.id)
  const peer = people.get(other.studentId)
  const link = '/dormitory/change/board'
  const to = (person: StudentOf | undefined): string[] => (person?.userId ? [person.userId] : [])
  await notifyEach(db, CHANGE_MESSAGES.swapMatched, [
    { to: to(who), values: { name: peer?.name ?? '', bed: other.bed }, bizType: 'swapPost', bizId: ownId, link, mobileLink: link },
    { to: to(peer), values: { name: who.name, bed: home?.bed ?? '' }, bizType: 'swapPost', bizId: other.id, link, mobileLink: link },
  ])
}
export default [board, post, takeDown, want]
