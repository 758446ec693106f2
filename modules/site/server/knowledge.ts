import sql, { type Sql } from 'sql-template-tag'
import { knowledgeSource } from '#modules/system/server/api.ts'
import type { Db } from '#server/context.ts'
import { kindOf } from './items.ts'

/** Channels of one kind that the portal shows. */
const shown = (db: Db): Sql => sql`select id from content_channel where tenant_id = ${db.me.tenantId} and is_enabled and sites ? 'portal'`
const pageOf = (db: Db, page: string): string => `/site/portal/zh-cn/${page}?tenantId=${db.me.tenantId}`

export default [
  /** Approved texts that are out and for people like the asker (60-WC4). */
  knowledgeSource({
    code: 'site.items',
    title: '学校公告',
    find: (
      db,
      asker,
    ) => sql`select i.id::text as id, r.snapshot ->> 'title' as title, r.snapshot ->> 'body' as body, (r.snapshot ->> 'publishAt')::timestamptz as at, d.name as department,
        '/site/read?id=' || i.id as link
      from content_item i join content_revision r on r.tenant_id = i.tenant_id and r.item_id = i.id and r.no = i.live_no
        join department d on d.tenant_id = i.tenant_id and d.id = (r.snapshot ->> 'sourceDeptId')::uuid
      where i.tenant_id = ${db.me.tenantId} and i.deleted_at is null and (r.snapshot ->> 'channelId')::uuid in (${shown(db)})
        and (r.snapshot ->> 'publishAt')::timestamptz <= now() and (r.snapshot ->> 'expireAt' is null or (r.snapshot ->> 'expireAt')::timestamptz > now())
        and r.snapshot ->> 'audience' in ('public', ${kindOf(asker)})`,
  }),
  knowledgeSource({
    code: 'site.questions',
    title: '常见问题',
    find: db => sql`select id::text as id, question as title, answer || ' ' || coalesce(words, '') as body, updated_at as at, null::text as department, ${pageOf(db, 'faq')} || '#q-' || id as link
      from faq_item where tenant_id = ${db.me.tenantId} and is_enabled and channel_id in (${shown(db)})`,
  }),
  knowledgeSource({
    code: 'site.steps',
    title: '办事指南',
    find: db => sql`select s.id::text as id, s.title, concat_ws(E'\n', s.who, s.when_text, v.name, s.materials) as body, s.updated_at as at, null::text as department, ${pageOf(db, 'guide')}::text as link
      from guide_step s left join venue v on v.tenant_id = s.tenant_id and v.id = s.venue_id
      where s.tenant_id = ${db.me.tenantId} and s.is_enabled and s.channel_id in (${shown(db)})`,
  }),
]
