import sql from 'sql-template-tag'
import { lobbyItems } from '#server/extensions/lobby-items.ts'
import { overviewBlock } from '../model/pieces.ts'
import { lines, said, titleOf } from './public/view.ts'

interface Story {
  title: string
  titleEn: string | null
  titleTw: string | null
  summary: string | null
  summaryEn: string | null
  summaryTw: string | null
  cover: string | null
  alt: string | null
}
const MOST = 8
const PHONE = /[\d+][\d\s-]{5,}/

/** Notices of the portal that are out and for everybody (60-WC4), pinned ones first, and the numbers of the school's own contact blocks. */
export default lobbyItems('site', async (db, lang) => {
  const tenantId = db.me.tenantId
  const notices = await db.query<Story>(
    sql`select r.snapshot ->> 'title' as title, r.snapshot ->> 'titleEn' as "titleEn", r.snapshot ->> 'titleTw' as "titleTw", r.snapshot ->> 'summary' as summary,
        r.snapshot ->> 'summaryEn' as "summaryEn", r.snapshot ->> 'summaryTw' as "summaryTw", r.snapshot -> 'cover' ->> 0 as cover, r.snapshot ->> 'coverAlt' as alt
      from content_item i join content_revision r on r.tenant_id = i.tenant_id and r.item_id = i.id and r.no = i.live_no
        join content_channel c on c.tenant_id = i.tenant_id and c.id = (r.snapshot ->> 'channelId')::uuid and c.is_enabled and c.sites ? 'portal' and c.code = 'notice'
      where i.tenant_id = ${tenantId} and i.deleted_at is null and r.snapshot ->> 'audience' = 'public' and (r.snapshot ->> 'publishAt')::timestamptz <= now()
        and (r.snapshot ->> 'expireAt' is null or (r.snapshot ->> 'expireAt')::timestamptz > now())
      order by coalesce(i.pinned_until > now(), false) desc, (r.snapshot ->> 'publishAt')::timestamptz desc, i.id limit ${MOST}`,
  )
  const blocks = await db.unscoped(overviewBlock).all({ isEnabled: true, kind: 'contacts' }, { sort: ['sort', 'id'] }) // published
  const [school] = await db.query<{ code: string }>(sql`select code from tenant where id = ${tenantId}`)
  const view = { lang }
  return {
    stories: notices.map(n => ({
      title: titleOf(view, n).text,
      text: said(view, n.summary, n.summaryEn, n.summaryTw).text || null,
      picture: n.cover ? `/site/portal/file/${n.cover}?${new URLSearchParams({ tenantId: school?.code ?? '', size: '800' })}` : null,
      alt: n.alt,
    })),
    phones: blocks.flatMap(block =>
      lines(said(view, block.content, block.contentEn).text).flatMap(line => {
        const [title = '', ...rest] = line.split(/[|｜]/)
        const phone = rest.join('｜').trim()
        return PHONE.test(phone) ? { title: title.trim(), phone } : []
      }),
    ),
  }
})
