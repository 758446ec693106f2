import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import type { Available } from '../model/cells.ts'
import type { Part } from '../model/material.ts'
import type { Section } from '../model/paper.ts'
import { type QuestionType, testQuestion } from '../model/question.ts'

/** Without a user the school itself asks. */
const readable = (db: Db) => (db.me.userId ? db.visibleFor(testQuestion, 'test:testQuestion:list') : db.unscoped(testQuestion)) // see above
/** The reviewed questions of the banks of these sections that the caller may read, in the version that was reviewed. Questions of a material come with it, once all of them are reviewed. */
export const availableFor = (db: Db, sections: readonly Section[]): Promise<Array<Available & { p: number | null }>> =>
  db.query<{
    questionId: string
    versionId: string
    bankId: string
    type: QuestionType
    topics: string[]
    difficulty: number
    options: number
    rights: number
    parts: Part[] | null
    p: number | null
  }>(sql`select q.id as "questionId", v.id as "versionId", q.bank_id as "bankId", q.type, coalesce(q.topics, '[]'::jsonb) as topics, q.difficulty, q.p::float8 as p,
      jsonb_array_length(v.content -> 'options') as options, jsonb_array_length(v.content -> 'rights') as rights, p.parts
    from ${readable(db).rows()} q join test_question_version v on v.tenant_id = q.tenant_id and v.question_id = q.id and v.no = q.version_no
      join question_bank b on b.tenant_id = q.tenant_id and b.id = q.bank_id
      left join lateral (select bool_and(x.state = 'reviewed') as is_whole, jsonb_agg(jsonb_build_object('q', x.id, 'v', w.id, 'n', jsonb_array_length(w.content -> 'options'),
          'r', jsonb_array_length(w.content -> 'rights'), 'w', x.score, 'h', x.type in ('short', 'essay')) order by length(x.no), x.no) as parts
        from test_question x left join test_question_version w on w.tenant_id = x.tenant_id and w.question_id = x.id and w.no = x.version_no
        where x.tenant_id = q.tenant_id and x.group_id = q.id and x.state <> 'retired') p on q.type = 'group'
    where q.state = 'reviewed' and q.group_id is null and (q.type <> 'group' or p.is_whole) and b.is_enabled and q.bank_id = any(${[...new Set(sections.flatMap(s => s.bankIds))]}::uuid[]) order by q.id`)
