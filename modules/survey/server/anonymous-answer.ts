import type { Anonymous } from '#server/data/shuffle.ts'

/** Answers without names, written anew each night and when their survey ends (60-SV4). */
export const ANONYMOUS_ANSWER: Anonymous = { table: 'survey_anonymous_answer', columns: ['survey_id', 'version_no', 'strata', 'answers', 'channel', 'flags', 'is_valid'] }
