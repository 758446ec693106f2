import { isDeepStrictEqual } from 'node:util'
import { mustAllow, refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { rules } from '#server/context.ts'
import { fileReader } from '#server/files/readers.ts'
import { CONTENT, contentItem } from '../model/content-item.ts'
import { followItem } from './item-todos.ts'
import { type Item, pagesChanged, revise, revisionOf } from './revisions.ts'

function check(row: Partial<Item>): void {
  const { publishAt, expireAt, cover, coverAlt } = row
  if (publishAt && expireAt && Date.parse(expireAt) <= Date.parse(publishAt))
    throw refusalOf(contentItem, 'dates', { publishAt: schoolTimeText(publishAt), expireAt: schoolTimeText(expireAt) }, 'expireAt')
  if (cover?.length && !coverAlt?.trim()) throw refusalOf(contentItem, 'coverAlt', {}, 'coverAlt')
}
const isRewritten = (row: Item, patch: Partial<Item>): boolean =>
  CONTENT.some(name => name in patch && !isDeepStrictEqual(patch[name as keyof Item] ?? null, row[name as keyof Item] ?? null))
/** An edit makes a draft of the row and a further revision; the public goes on seeing the approved one. */
export default [
  rules(contentItem, {
    async add({ me }, draft) {
      check(draft)
      Object.assign(draft, { authorId: me.userId, lastNo: 1 })
    },
    async update(_ctx, row, patch) {
      check({ ...row, ...patch })
      if (isRewritten(row, patch)) Object.assign(patch, { state: 'draft', lastNo: row.lastNo + 1, step: 0, reviewerIds: [] })
    },
    added: ({ db }, row) => revise(db, row),
    async updated({ db }, before, after) {
      if (after.lastNo > before.lastNo) await revise(db, after)
      await followItem(db, [after])
    },
    async remove(_ctx, row) {
      mustAllow(contentItem, row, 'remove')
      if (row.liveNo) throw refusalOf(contentItem, 'live', { title: row.title, no: row.liveNo })
    },
    removed: ({ db }) => pagesChanged(db),
  }),
  /** 60-WC4: a file is read by whoever may read the approved text it stands in, and not before. */
  fileReader(contentItem, async (db, id) => {
    const row = await db.unscoped(contentItem).find({ id }) // access is decided by audience and clock
    if (!row?.liveNo) return false
    const live = await revisionOf(db, row, row.liveNo)
    return isOut(live, Date.now()) && isFor(live.audience, kindOf(db.me))
  }),
]
export const isOut = ({ publishAt, expireAt }: Partial<Item>, at: number): boolean => Date.parse(publishAt ?? '') <= at && (!expireAt || Date.parse(expireAt) > at)
/** Whom of the audiences a signed-in person belongs to. */
export const kindOf = ({ realm, userType }: { realm: string; userType: number | null }): Item['audience'] =>
  realm === 'welcome' ? 'newStudents' : userType === 2 ? 'students' : userType === 1 ? 'staff' : 'public'
export const isFor = (audience: Item['audience'], kind: Item['audience']): boolean => audience === 'public' || audience === kind
