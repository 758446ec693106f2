import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import type { Available } from '../model/cells.ts'
import type { Section } from '../model/paper.ts'
import { type QuestionType, testQuestion } from '../model/question.ts'

/** Without a user the school itself asks. */
const readable = (db: Db) => (db.me.userId ? db.visibleFor(testQuestion, 'test:testQuestion:list') : db.unscoped(testQuestion)) // see above
/** The reviewed questions of the banks of these sections that the caller may read, in the version that was reviewed. */
export const availableFor = (db: Db, sections: readonly Section[]): Promise<Available[]> =>
  db.query<{
    questionId: string
    versionId: string
    bankId: string
    type: QuestionType
    topics: string[]
    difficulty: number
    options: number
    rights: number
  }>(sql`select q.id as "questionId", v.id as "versionId", q.bank_id as "bankId", q.type, coalesce(q.topics, '[]'::jsonb) as topics, q.difficulty,
      jsonb_array_length(v.content -> 'options') as options, jsonb_array_length(v.content -> 'rights') as rights
    from ${readable(db).rows()} q join test_question_version v on v.tenant_id = q.tenant_id and v.question_id = q.id and v.no = q.version_no
      join question_bank b on b.tenant_id = q.tenant_id and b.id = q.bank_id
    where q.state = 'reviewed' and b.is_enabled and q.bank_id = any(${[...new Set(sections.flatMap(s => s.bankIds))]}::uuid[]) order by q.id`)
