import { type Row, refusalOf } from '#model'
import { type Db, rules } from '#server/context.ts'
import { fileReader } from '#server/files/readers.ts'
import { CHANNEL_CODES, type ChannelCode, contentChannel } from '../model/channel.ts'
import { faqItem, guideStep, overviewBlock } from '../model/pieces.ts'
import { pagesChanged } from './revisions.ts'

/** What a channel is made of is entered in a channel of that kind. */
export async function mustBe(db: Db, channelId: string | null | undefined, code: ChannelCode): Promise<void> {
  const channel = channelId ? (await db.cached(contentChannel)).get(channelId) : undefined
  if (channel && channel.code !== code)
    throw refusalOf(contentChannel, 'kind', { name: channel.name, kind: { text: CHANNEL_CODES[channel.code] }, wanted: { text: CHANNEL_CODES[code] } }, 'channelId')
}
export const isLink = (link: string): boolean => (link.startsWith('/') ? !/^\/[/\\]/.test(link) : URL.canParse(link) && /^https?:$/.test(new URL(link).protocol))
const checkStep = (step: { link?: string | null }): void => {
  if (step.link && !isLink(step.link)) throw refusalOf(guideStep, 'link', { link: step.link.slice(0, 80) }, 'link')
}
export const placeIn = (position: string | null | undefined): { longitude: number; latitude: number } | undefined => {
  const [longitude = Number.NaN, latitude = Number.NaN] = (position ?? '').split(/[,，]/).map(Number)
  return Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90 ? { longitude, latitude } : undefined
}
type Block = Partial<{ kind: string; title: string; content: string | null; picture: string[] | null; alt: string | null; position: string | null }>
function checkBlock({ kind, title = '', content, picture, alt, position }: Block): void {
  if (picture?.length && !alt?.trim()) throw refusalOf(overviewBlock, 'alt', {}, 'alt')
  if (kind === 'picture' && !picture?.length) throw refusalOf(overviewBlock, 'picture', { title }, 'picture')
  if (position && !placeIn(position)) throw refusalOf(overviewBlock, 'position', { position }, 'position')
  if (kind !== 'picture' && kind !== 'map' && !content?.trim()) throw refusalOf(overviewBlock, 'content', { title }, 'content')
}
type Piece = typeof faqItem | typeof guideStep | typeof overviewBlock
/** Records of a kind of channel: entered in such a channel, checked, and shown at once. */
function pieces<E extends Piece>(of: E, code: ChannelCode, check: (row: Partial<Row<E>>) => void = () => {}) {
  const shown = ({ db }: { db: Db }) => pagesChanged(db)
  return rules(of, {
    async add({ db }, draft) {
      await mustBe(db, draft.channelId, code)
      check(draft)
    },
    async update({ db }, row, patch) {
      await mustBe(db, patch.channelId, code)
      check({ ...row, ...patch })
    },
    added: shown,
    updated: shown,
    removed: shown,
  })
}
export default [
  pieces(faqItem, 'faq'),
  pieces(guideStep, 'guide', checkStep),
  pieces(overviewBlock, 'overview', checkBlock),
  fileReader(overviewBlock, async (db, id) => (await db.unscoped(overviewBlock).find({ id }))?.isEnabled === true), // shown on public pages
]
