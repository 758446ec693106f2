import type { AnonymousAnswers } from '#modules/workflow/server/api.ts'

/** Answers without names (60-SV4). */
export const ANONYMOUS_ANSWER: AnonymousAnswers = {
  table: 'survey_anonymous_answer',
  columns: ['survey_id', 'version_no', 'strata', 'answers', 'channel', 'flags', 'is_valid'],
  round: 'survey_id',
  title: '打乱匿名答卷',
}
