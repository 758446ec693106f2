import type { AnonymousAnswers } from '#modules/workflow/server/api.ts'

/** What students say: no person and no moment (50-CW7). */
export const EVAL_ANSWER: AnonymousAnswers = { table: 'fdy_eval_answer', columns: ['scheme_id', 'teacher_id', 'scores'], round: 'scheme_id', title: '打乱辅导员评价' }
