import { CASE_CHANGES } from '#modules/workflow/applications/web/public/MyApplication.tsx'

/** What is read anew after something has changed here. */
export const CHANGES = ['subsidyApplication', 'subsidyBatch', 'subsidyGrant', 'fundAccount', ...CASE_CHANGES] as const
