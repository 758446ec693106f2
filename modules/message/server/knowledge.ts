import sql from 'sql-template-tag'
import { knowledgeSource } from '#modules/system/server/api.ts'
import { addressed, VALID } from './my-notices.ts'

/** Notices addressed to the asker, while they are valid. */
export default knowledgeSource({
  code: 'message.notices',
  title: '通知公告',
  find: db =>
    sql`select n.id::text as id, n.title, n.content as body, n.publish_at as at, d.name as department, '/personal/mynotice?id=' || n.id as link from ${addressed(db)} and ${VALID}`,
})
