import type { Sql } from 'sql-template-tag'
import { extensionPoint, type Registration } from '#server/base/extension-point.ts'
import type { Db, Principal } from '#server/context.ts'

/** Documents of one kind that people may ask about: what a module publishes to readers. */
interface KnowledgeSource extends Registration {
  kind: 'knowledgeSource'
  /** `{module}.{kind of document}` */
  code: string
  title: string
  /**
   * One select of what the asker may read at this moment, and of nothing else: `id` (text), `title`, `body` (rich or plain text), `at` (timestamptz, what the document is dated),
   * `department` (text, who answers for it, or null) and `link` (text, where it is read). Nothing of it is copied, so what expires or is withdrawn is gone with the next question.
   */
  find(db: Db, asker: Principal): Sql
}
export const knowledgeSources = extensionPoint<KnowledgeSource>('knowledgeSource', { id: s => s.code })
/** Declares documents that 问一问 finds; default export of a server file. */
export const knowledgeSource = (given: Omit<KnowledgeSource, 'kind'>): KnowledgeSource => knowledgeSources.make(given)
